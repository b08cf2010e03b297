odd(X) :- slow.answer(X, 1).
!start.
+!start
   <- !!beside;
      slow.answer(Y, 300); .print("answer ", Y);
      slow.answer(p(Z, Z), 0); .print("at once ", Z);
      slow.direct(W); .print("directly ", W);
      !dropped; !fails; !late; !formula;
      slow.raw(X + 1, "t", X); .print("raw done");
      !twice;
      .print("over"); .stopMAS.
+!beside <- .print("beside"); .wait(50); .print("still beside").
+!dropped <- !!long; .wait(100); .drop_intention(long); slow.release; .wait(300); .print("dropped").
+!long <- slow.held; .print("never").
+!fails <- slow.fail; .print("never").
-!fails[error(E), error_msg(M)] <- .print("failed ", E, " ", M).
+!late <- slow.late(100); .print("never").
-!late[error(E)] <- .print("late ", E).
+!formula : not odd(_) <- .print("not in formulas"); if (slow.answer(_, 1)) { .print("never") } else { .print("nor here") }.
+!twice <- .findall(N, .member(N, [1, 2, 3]), L); for (.member(N, L)) { slow.answer(A, 20); .print(N, " ", A) }.
