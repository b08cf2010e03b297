+!hello <- .print(here).
