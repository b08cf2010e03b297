// What an agent tells itself is read in the next cycle, before the next step.
!start.
+!start
  <- .my_name(Me);
     .send(Me, tell, p(1)); .print(a); .print(b); .print(c); .print(d);
     !!other; .send(Me, achieve, q); .print(e); .print(f); .print(g);
     !belief.
+p(X) <- .print("told ", X); .print("still told ", X).
+!q <- .print(q1); .print(q2).
+!other <- .print(o1); .print(o2); .print(o3).

+!belief <- .my_name(Me); .send(Me, tell, r(1)); ?r(1); .print("believed at once"); !goals.
-!belief <- .print("not yet"); !goals.

+!goals
  <- .my_name(Me);
     .send(Me, achieve, g(1)); .send(self, achieve, g(2)); .send([Me, Me], achieve, g(3));
     .print(1); .print(2); .print(3); .print(4);
     .send(Me, askOne, r(_), Answer); .print(Answer);
     .send(Me, achieve, loop(3)).
+!g(I) <- .print("g ", I); .print("more of g ", I).

+!loop(0) <- .print(over); .my_name(Me); .send(Me, untell, r(1)); .send(Me, achieve, end); .print(last).
+!loop(N) <- .my_name(Me); .print("loop ", N); .send(Me, achieve, loop(N - 1)); .print("behind ", N).
-r(X) <- .print("no more ", X).
+!end <- .print(end); .stopMAS.
