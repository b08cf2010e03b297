!start.
+!start <- !a; !c; .stopMAS.
+!a <- !b(X, Y).
-!b(0, V)[code(C)] <- V = 1; b(One, Other) = C; if (.ground(One)) { .print(same) } else { .print(own) }; One = 7; b(Two, _) = C; .print(Two).
+!c <- !d(X).
+!d(X) <- ?(p(1) =.. L & q(L)).
-!d(X)[code(C)] <- .print(C).
