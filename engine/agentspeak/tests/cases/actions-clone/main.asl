!start.
b(1).
+!start : .my_name(main) <- +b(2); .clone("copy"); .send(copy, achieve, hear); .wait(done[source(copy)]); !wrong(1); !wrong(2); .stopMAS.
+!start <- .print("never").
+!hear[source(S)] <- .findall(X, b(X), L); .my_name(N); .print(N, " ", L); .send(S, tell, done).
+!wrong(1) <- .clone(atom).
+!wrong(2) <- .clone.
-!wrong(X)[error(E), error_msg(M)] <- .print(X, " ", E, " ", M).
