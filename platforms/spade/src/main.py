"""The lab's workloads on SPADE's agents."""

import os
import sys

import chameneos
import compute
import echo
import fibonacci
import grid_swap
import pipeline
import service_rounds
import throughput
import token_ring
from harness import program
from society import SOCIETY

if __name__ == "__main__":
    try:
        program.main(
            {
                "token-ring": token_ring.WORKLOAD,
                "chameneos": chameneos.WORKLOAD,
                "fibonacci": fibonacci.WORKLOAD,
                "pipeline": pipeline.WORKLOAD,
                "service-rounds": service_rounds.WORKLOAD,
                "grid-swap": grid_swap.WORKLOAD,
                "compute": compute.WORKLOAD,
                "echo-all": echo.ECHO_ALL,
                "mass-reception": echo.MASS_RECEPTION,
                "throughput": throughput.WORKLOAD,
            }
        )
    except SystemExit as end:
        SOCIETY.dissolve()
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(end.code if isinstance(end.code, int) else 1)  # to take all connections apart would take a while
