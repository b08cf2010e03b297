// Quicksort by plans, of n numbers in no order.
{ include("rounds.asl") }

+!work(N, Checksum)
   <- .findall(X, .range(I, 1, N) & X = (I * 7919) mod 10007, List);
      !sort(List, Sorted);
      !checksum(Sorted, 0, Checksum).

+!sort([], []).
+!sort([Pivot | Rest], Sorted)
   <- !split(Pivot, Rest, Less, More);
      !sort(Less, Before);
      !sort(More, After);
      .concat(Before, [Pivot | After], Sorted).

+!split(_, [], [], []).
+!split(Pivot, [X | Rest], [X | Less], More) : X < Pivot <- !split(Pivot, Rest, Less, More).
+!split(Pivot, [X | Rest], Less, [X | More]) <- !split(Pivot, Rest, Less, More).

+!checksum([], Sum, Sum).
+!checksum([X | Rest], Before, Sum) <- !checksum(Rest, (Before * 31 + X) mod 1000003, Sum).
