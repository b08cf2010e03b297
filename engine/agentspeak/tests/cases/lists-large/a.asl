!start.

+!start
   <- .findall(X, .range(X, 1, 1000), L); .length(L, N); .print(N);
      .reverse(L, R); R = [H|_]; .print(H);
      .sort(R, S); S = [F|_]; .print(F);
      .nth(499, S, M); .print(M);
      if (.member(999, L)) { .print("found") };
      !sum(L, 0, T); .print(T);
      .stopMAS.
+!sum([], A, A).
+!sum([H|T], A, S) <- !sum(T, A + H, S).
