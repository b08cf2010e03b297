"""What all programs share: arguments, iterations, files, JSON lines on standard output."""
