"""The program that the lab starts."""

from harness import main
from work import Work

if __name__ == "__main__":
    main({"@NAME@": {"default": Work}})
