"""What the workloads are on any platform: parameters, input, arithmetic and report, but no message."""
