r(X) :- X = 1.
!start.
+!start <- ?r(1); -r(1); if (r(1)) { .print("still") } else { .print("gone") }; +r(2); .findall(X, r(X), L); .print(L); -r(2); .findall(X, r(X), M); .print(M); .stopMAS.
-r(X) <- .print("-r ", X).
