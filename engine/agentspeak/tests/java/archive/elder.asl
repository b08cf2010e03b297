+!remember
   <- +seen(1); +seen(2); +seen(3); +seen(4); +seen(5);
      .findall(S, seen(S), L);
      .sort(L, Sorted);
      .print("remembers ", Sorted);
      .send(index, achieve, look).
-seen(N) <- .print("never ", N).
