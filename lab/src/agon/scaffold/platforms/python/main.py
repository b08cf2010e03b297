"""The program that the lab starts."""

from harness import main
from token_ring import TokenRing

if __name__ == "__main__":
    main({"token-ring": {"default": TokenRing}})
