!start.
+!start <- .wait(250); .broadcast(tell, hello(1)); .broadcast(achieve, report).
-!start[error(E), error_msg(M)] <- .print(E, " ", M).
+hello(X)[source(self)] <- .print("never").
+reported(X)[source(S)] : .count(reported(_), 3) <- .findall(A, reported(A), L); .sort(L, R); .print(R); !wrong(1); !wrong(2); !wrong(3); .stopMAS.
+!wrong(1) <- .broadcast(tell).
+!wrong(2) <- .broadcast(p(1), a).
+!wrong(3) <- .broadcast("tell", a).
-!wrong(X)[error(E), error_msg(M)] <- .print(X, " ", E, " ", M).
