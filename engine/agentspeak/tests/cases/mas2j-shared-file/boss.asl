+here(_) : .count(here(_)) == 3 <- .findall(X, here(X), L); .sort(L, S); .print(S); .stopMAS.
