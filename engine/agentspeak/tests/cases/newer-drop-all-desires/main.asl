a. b. c. d. e. f.
!start.

+f : true <- .drop_all_desires; .print("after").
+e <- .print(e).
+d <- .print(d).
+c <- .print(c).
+b <- .print(b).
+a <- .print(a); .wait(50); .stopMAS.
+!start <- .print("never").
