next(first, second). next(second, third). next(third, nobody).

+baton <- .print("has it"); run; run; !dance; !on.
-baton <- .print("has it no more").
+!dance <- dance.
-!dance[error(E), error_msg(M)] <- .print(E, " ", M).
+!walk <- step(4); !walk.
-!walk[error(E), cramp, error_msg(M)] <- .print("stops: ", E, " ", M).
+tired <- .print("is tired").

+!on <- .my_name(Me); ?next(Me, N); !walk; .send(judge, tell, passed(Me)); .broadcast(tell, noise(Me)); pass(N).
-!on[end(T), error_msg(M)] <- .print("at the end of the ", T, ": ", M); rest.
+noise(X) <- .print("hears ", X); rest.
