"""The lab's workloads on AutoGen's agents."""

import agents
import chameneos
import fibonacci
import grid_swap
import pipeline
import service_rounds
import token_ring
from harness import program

if __name__ == "__main__":
    with agents.RUNNER:
        program.main(
            {
                "token-ring": token_ring.WORKLOAD,
                "chameneos": chameneos.WORKLOAD,
                "fibonacci": fibonacci.WORKLOAD,
                "pipeline": pipeline.WORKLOAD,
                "service-rounds": service_rounds.WORKLOAD,
                "grid-swap": grid_swap.WORKLOAD,
            }
        )
