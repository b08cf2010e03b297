count(0). pair(a, 1).
!go.
+!go <- !up(2500); !come(2500); !swap(2001); ?count(C); ?pair(X, Y); .count(fact(_), F); .print(C, X, Y, F); .findall(Z, seen(Z), L); .print(L).
+!up(N) : N > 0 <- ?count(X); -+count(X + 1); !up(N - 1).
+!up(0).
+!come(N) : N > 0 & not fact(_) <- +fact(N); +fact(N); -fact(N + 1); -fact(N); -fact(N); !come(N - 1).
+!come(0) <- +fact(0).
+!swap(N) : N > 0 & pair(a, Y) <- -pair(a, Y); +pair(b, Y * 2 mod 7); -+seen(N); !swap(N - 1).
+!swap(N) : N > 0 & pair(b, Y) <- -pair(b, Y); +pair(a, Y + 1); -seen(_); !swap(N - 1).
+!swap(0) : pair(_, _).
