"""The lab's workloads on Pykka's actors."""

import chameneos
import compute
import echo
import fibonacci
import grid_swap
import pipeline
import service_rounds
import token_ring
from harness import program

if __name__ == "__main__":
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
        }
    )
