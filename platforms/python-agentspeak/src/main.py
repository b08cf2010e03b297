"""The lab's workloads on python-agentspeak."""

from agents import workload
from harness import program
from harness.parameters import Shape
from workload import pipeline

SWITCH = ("on", "off")
ROUND_TRIPS = {"messages": 1, "rate": 0}
PACE = {"clock": SWITCH, "arrivals": ("constant", "poisson")}

if __name__ == "__main__":
    program.main(
        {
            "token-ring": workload("token-ring", Shape({"workers": 1, "tokens": 1, "passes": 0})),
            "chameneos": workload("chameneos", Shape({"creatures": 2, "meetings": 0})),
            "fibonacci": workload("fibonacci", Shape({"clients": 1, "requests": 1, "max_n": 0}, has_input=True)),
            "pipeline": workload("pipeline", Shape({"tasks": 1}, pipeline.CHOICES, has_print=True)),
            "service-rounds": workload("service-rounds", Shape({"rounds": 1}, has_print=True)),
            "grid-swap": workload("grid-swap", Shape({"side": 2, "active": 0, "rounds": 1}, has_input=True)),
            "compute": workload("compute", Shape({"agents": 1, "operations": 0})),
            "echo-all": workload("echo-all", Shape({"agents": 2, **ROUND_TRIPS}, PACE, has_input=True)),
            "mass-reception": workload(
                "mass-reception", Shape({"senders": 1, "receivers": 1, **ROUND_TRIPS}, PACE, has_input=True)
            ),
        }
    )
