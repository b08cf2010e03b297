// A list walked by plans: the sum of n numbers.
{ include("rounds.asl") }

+!work(N, Sum)
   <- .findall(I, .range(I, 1, N), List);
      !sum(List, Sum).

+!sum([], 0).
+!sum([Head | Tail], Sum)
   <- !sum(Tail, Rest);
      Sum = Head + Rest.
