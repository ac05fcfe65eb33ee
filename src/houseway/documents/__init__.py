"""Documents made of what lab and house know: one content, printed as PDF, as one HTML file, and as JSON."""
