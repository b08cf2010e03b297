+!look(S) <- .print(S); .set.to_list(S, L); .length(L, N); .print(N); .wait(100); .stopMAS.
