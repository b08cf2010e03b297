!start.

+!start <- !g[speed(9)]; !g[speed(1), from(here)]; !g; !h(1)[a, b]; .stopMAS.
+!g[speed(S)] : S > 5 <- .print("fast ", S).
+!g[speed(S), from(F)] <- .print("slow ", S, " ", F).
+!g[source(S)] <- .print("no speed, from ", S).
+!h(X)[b|L] <- .print(X, " ", L).
