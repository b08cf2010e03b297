item(1). item(2). item(3). item(4).
!start.
+!start <- .findall(X, item(X), L); .print(L); +item(5); .findall(Y, item(Y), M); .print(M); -item(1); +item(6); .findall(Z, item(Z), N); .print(N).
+item(X) <- .print("item ", X).
