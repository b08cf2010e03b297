"""The reference program: every workload, done honestly."""

from chameneos import Chameneos
from compute import Compute
from fibonacci import Fibonacci
from grid_swap import GridSwap
from harness import main
from pipeline import Pipeline
from population import Population
from remote import RemoteAsk, RemoteThroughput
from remote_actors import RemoteChameneos, RemoteTokenRing
from round_trips import EchoAll, MassReception
from service_rounds import ServiceRounds
from throughput import Throughput
from token_ring import TokenRing

if __name__ == "__main__":
    main(
        {
            "token-ring": TokenRing,
            "chameneos": Chameneos,
            "fibonacci": Fibonacci,
            "pipeline": Pipeline,
            "service-rounds": ServiceRounds,
            "grid-swap": GridSwap,
            "throughput": Throughput,
            "population": Population,
            "remote-throughput": RemoteThroughput,
            "remote-ask": RemoteAsk,
            "remote-token-ring": RemoteTokenRing,
            "remote-chameneos": RemoteChameneos,
            "compute": Compute,
            "echo-all": EchoAll,
            "mass-reception": MassReception,
        }
    )
