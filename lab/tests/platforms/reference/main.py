"""The reference program: every workload, done honestly."""

from chameneos import Chameneos
from fibonacci import Fibonacci
from harness import main
from token_ring import TokenRing

if __name__ == "__main__":
    main({"token-ring": TokenRing, "chameneos": Chameneos, "fibonacci": Fibonacci})
