sum(L, S) :- L = [H|T] & sum(T, R) & lib.plus(H, R, S).
sum([], 0).

!start.

+!start
   <- lib.plus(1, 2, X); .print("sum ", X);
      lib.plus(X, 0.5, 3.5); .print("checked");
      ?sum([1, 2, 3, 4], Sum); .print("of a list ", Sum);
      .findall(P, lib.each([1, a, "s", f(b), [c]], P), L); .print(L);
      for ( lib.each([u, v], p(Z, N)) ) { .print(Z, " ", N) };
      if ( lib.each([4, 5, 6], p(Big, _)) & Big > 4 ) { .print("first above four ", Big) };
      if ( lib.plus(1, 1, 3) ) { .print("never") } else { .print("not so") };
      lib.join(A, B); A = 7; .print("joined ", B);
      lib.join(f(C, "t"), f(~d(e), D)); .print(C, D);
      lib.join(pair(E, [F|_], _)); F = same; .print("new ", E);
      !fails; !wrong; !thrown; !crash;
      .my_name(Me); if ( Me == bob ) { .send(ann, tell, ended) } else { .wait(ended[source(bob)]); .print("over"); .stopMAS }.

+!fails <- lib.plus(1, 1, 3).
-!fails[error(K), error_msg(M)] <- .print(K, ": ", M).
+!wrong <- lib.plus(1, 2).
-!wrong[error(K), error_msg(M)] <- .print(K, ": ", M).
+!thrown <- lib.join.
-!thrown[error(K), error_msg(M)] <- .print(K, ": ", M).
+!crash <- lib.each(no_list, _).
-!crash[error(K)] <- .print(K).
