@g1 +!greet(me) <- .print("hello me").
@g2 +!greet(X) <- .print("hello ", X).
