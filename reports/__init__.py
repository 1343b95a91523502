"""Tables to pages: HTML, boards and charts as SVG, and the command line."""
