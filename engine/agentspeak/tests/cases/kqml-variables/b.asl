+!g(A, B, C, D, E, F) <- .print(A, " ", C, " ", D); B = 7; .print(F); [H|_] = E; .print(H).
