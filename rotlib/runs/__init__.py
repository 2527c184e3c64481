"""From method, body and load to a trajectory."""
