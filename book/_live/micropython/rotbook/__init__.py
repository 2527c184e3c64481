"""Of rotbook a page has `feedback`, as it is."""
