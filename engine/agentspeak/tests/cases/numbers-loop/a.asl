s(0). n(0).
!start.

+!start
   <- while (n(N) & N < 10) { ?s(S); -+s(S + 0.1); -+n(N + 1) };
      ?s(T); .print(T);
      !pi(0, 0, P); .print(P);
      .stopMAS.
+!pi(1000, A, A).
+!pi(K, A, P) <- !pi(K + 1, A + 4 * (-1) ** K / (2 * K + 1), P).
