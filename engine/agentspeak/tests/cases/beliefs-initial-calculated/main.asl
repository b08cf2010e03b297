size(3 * 2).
part(7 / 2, a).
root(math.sqrt(16)).
root(4).
twice(1 + 1). twice(2).

+size(N) <- .print(size, N).
-size(N) <- .print(gone, N).

!start.
+!start
   <- .count(twice(_), N); .print(N); .count(root(_), R); .print(R);
      if (size(6)) { .print(found) };
      !replace;
      -part(P, _); .print(P);
      .count(part(_, _), Parts); .print(Parts);
      .stopMAS.
+!replace <- -+size(8); .findall(S, size(S), L); .print(L).
