!start.

+!start
   <- .set.create(S); .set.add(S, 1); +holds(S); .set.add(S, 2);
      ?holds(T); .print(T); .set.add(T, 3); .print(S);
      !grow(S); .print(S);
      .set.copy(S, C); .set.add(C, 9); .print(S, C);
      .set.create(D, [1, 2, 3, 4]); if (S == D) { .print("same") } else { .print("not same") };
      if (S = D) { .print("unify") } else { .print("do not unify") };
      .map.create(M); .map.put(M, k, S); .map.get(M, k, G); .set.add(G, 5); .print(M);
      .queue.create(Q); .queue.add(Q, first); .queue.add(Q, f(second)); +queue(Q);
      ?queue(P); .queue.remove(P, H); .print(H, Q);
      .findall(X, .member(X, S), L); .print(L);
      .send(b, achieve, look(S)); .wait(50); .print(S).
+!grow(S) <- .set.add(S, 4).
