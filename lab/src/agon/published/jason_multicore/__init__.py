"""jason-multicore."""
