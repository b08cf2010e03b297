"""Reports: HTML, Markdown, LaTeX, CSV. Reads results only."""
