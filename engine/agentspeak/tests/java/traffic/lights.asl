// Every third step the other street.
+step(N) : not over & N mod 3 = 2 <- switch; .print("switched in ", N).
+step(N) : not over               <- wait.
+over <- .wait(.count(there[source(_)], 3)); .stopMAS.
