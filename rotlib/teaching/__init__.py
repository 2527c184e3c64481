"""For those who learn and teach: first wrong lines, planted faults, the clinic."""
