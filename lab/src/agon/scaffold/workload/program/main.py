"""The program that the lab starts."""

from exchange import Exchange
from harness import main

if __name__ == "__main__":
    main({"@NAME@": {"default": Exchange}})
