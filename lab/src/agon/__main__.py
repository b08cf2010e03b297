"""`python -m agon`."""

from agon.cli.main import main

if __name__ == "__main__":
    main()
