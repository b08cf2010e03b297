+!done(N) <- +N; !all.
+!all : a & b <- .print("both are done"); .stopMAS.
+!all.
