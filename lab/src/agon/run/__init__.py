"""From experiment to invocations: order, process group, sampling, limits, resume. Knows nothing of charts."""
