"""How Agon itself is tested: what `./agon test` runs, in three sizes, and the scheduler that runs it.

It is part of a checkout and not of the installed package `agon`. It may import the lab; the lab does not import it.
"""
