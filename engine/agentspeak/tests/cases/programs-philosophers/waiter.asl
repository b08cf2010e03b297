+full(_)[source(P)] : .count(full(_)[source(_)], 3) <- .findall(full(A, N), full(N)[source(A)], L); .sort(L, S); .print(S); .stopMAS.
