"""`agon new`: something of one's own that runs, to be changed from there."""
