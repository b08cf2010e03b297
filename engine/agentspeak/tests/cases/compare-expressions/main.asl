!start.
+!start
   <- for (.member(N, [1, 2, 3, 4, 5, 6, 7, 8])) { !try(N) };
      .stopMAS.
+!try(1) <- (9.25 - Y) <= 1; .print(1).
+!try(2) <- (9.25 - Y) > 1; .print(2).
+!try(3) <- 1 >= (9.25 - Y); .print(3).
+!try(4) <- 100 < (9.25 - Y); .print(4).
+!try(5) <- 1 == (9.25 - Y); .print(5).
+!try(6) <- a < (9.25 - Y); .print(6).
+!try(7) <- a > (9.25 - Y); .print(7).
+!try(8) <- "a" > (9.25 - Y); .print(8).
-!try(N)[error(E)] <- .print(N, E).
