limit(3).
!start.
+!start <- !!low(1); !!high(2); !!low(3); !!high(4); .wait(200); !choose(1); !beliefs.
+!low(X) <- .print("low ", X).
+!high(X) <- .print("high ", X).
@first +!choose(X) <- .print("first").
@second +!choose(X) <- .print("second of ", X).
@third +!choose(X) : X > 1 <- .print("third").
+!beliefs
   <- +size(1); +size(2); +size(9); -size(_); +forbidden(1); .print("not here").
-!beliefs[error(E)] <- .findall(S, size(S), L); .print("sizes ", L, " ", E).
+size(X) <- .print("size ", X).
-size(X) <- .print("no size ", X).
+told(X)[source(S)] <- .print("told ", X, " by ", S).
+weather(X) <- .print("weather ", X).
+end <- .print("end").
