!start.

+!start <- .wait(300); !tell([broken, absent, broken21, broken22, part, given, noone, nobody, body]); .wait(300); .stopMAS.

+!tell([]).
+!tell([A | Others]) <- !send(A); !tell(Others).

+!send(A) <- .send(A, achieve, hello); .print("sent to ", A).
-!send(A)[error(E)] <- .print("not sent to ", A, ": ", E).
