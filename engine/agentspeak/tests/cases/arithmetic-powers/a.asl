!go.
+!go <- A = 5; B = A ** 2 mod 77; .print(B); C = 2 * 3 ** 2; .print(C); D = 3 ** 2 * 2; .print(D); E = -2 ** 2; .print(E); F = 2 ** 3 ** 2; .print(F); G = 10 - 2 ** 2 mod 3; .print(G);
  H = 76 ** 2 mod 77; .print(H); I = (76 ** 2) mod 77; .print(I); J = 76.0 ** 2; .print(J); K = 13 ** 2; .print(K); !r(3, 10); !s(3, 2500); !t(3, 2500); .stopMAS.
+!r(A, 0) <- .print(A).
+!r(A, N) <- .print(A); !r((A ** 2 + N) mod 77, N-1).
+!s(A, 0) <- .print(A).
+!s(A, N) <- !s((A ** 2 + N) mod 77, N - 1).
+!t(A, 0) <- .print(A).
+!t(A, N) <- !t((A ** 2 mod 77) + 1, N - 1).
