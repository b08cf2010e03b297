+!hello <- .print(never).
