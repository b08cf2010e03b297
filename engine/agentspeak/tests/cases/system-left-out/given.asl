b(0).

+!hello <- .findall(X, b(X), L); .print(L).
