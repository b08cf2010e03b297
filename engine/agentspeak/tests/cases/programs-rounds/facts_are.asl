!go.
+!go <- for (.range(I, 1, 300)) { +fact(I mod 7, I, I * 2) }; +fact(x, y, z); +fact(3, "t", 5)[mark]; !ask.
+!ask : not (fact(_, V, _) & V == 1000) & fact(A, B, C) & 250 < B & C == B * 2 & A \== x <- .print(A, " ", B, " ", C); .findall(N, fact(3, N, _) & 280 <= N, L); .print(L); .count(fact(_, Q, R) & R - Q > 290 + 5, M); .print(M); ?fact(Z, y, W); .print(Z, W); .findall(K, fact(_, K, 5), Ks); .print(Ks); .findall(S, fact(S, G, 40 * 2 + 4) & G == 42, Ss); .print(Ss).
