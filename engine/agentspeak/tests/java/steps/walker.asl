!walk.

+!walk : .my_name(walker2) <- rest(1); .print("rested"); !go(2).
+!walk <- !go(1).

+!go(_) : step(N) & N > 6 <- .print("leaves after ", N); leave.
+!go(N) <- move(N); ?place(P); .print("now at ", P); !go(N + 1).
-!go(N)[error(E)] : place(P) <- .print("tired at ", P, ": ", E); !go(1).
