"""The workloads of the literature, each one module: the spec as code."""
