// Goes through its half row by row, and cuts what it finds.
!mow.

+!mow : half(From, To)
   <- for ( .range(Y, 0, 3) ) { !row(Y, From, To) };
      .count(cut(_, _), N);
      .print("done, ", N, " cut");
      .send([left, right], tell, done(N)).

+!row(Y, From, To) <- for ( .range(X, From, To) ) { !reach(X, Y); !look }.

+!reach(X, Y) : at(X, Y).
+!reach(X, Y) <- go(X, Y); !reach(X, Y).
-!reach(X, Y)[error(E)] : at(A, B) <- .print("cannot get from ", A, ",", B, " to ", X, ",", Y, ": ", E).

+!look : weed & at(X, Y) <- cut; +cut(X, Y); .print("cut ", X, ",", Y); !idle.
+!look.

// Nothing is there any more; and nobody can fly.
+!idle <- cut.
-!idle[error(E), error_msg(M)] <- .print("failed: ", E, " ", M).

+done(_)[source(A)] : .count(done(_)[source(_)], 2) & .my_name(left) <- !!fly.
+!fly <- fly(up, "high", [1, 2.5, ~low(X)]).
-!fly[code(C)] <- .print("no ", C); .wait(50); .stopMAS.
