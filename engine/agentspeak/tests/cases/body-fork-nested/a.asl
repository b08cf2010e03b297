!start.

+!start
   <- { .wait(50); .print("a") } |&| { .print("b"); .wait(20); .print("c") } ; .print("both");
      { .wait(100); .print("never") } ||| { .wait(20); .print("first") }; .print("one");
      !x |&| { !y ||| !z }; .print("nested");
      !bad |&| !w; .print("not reached").
-!start[error(E)] <- .print("failed ", E); .wait(50); .stopMAS.
+!x <- .wait(10); .print("x").
+!y <- .wait(200); .print("never y").
+!z <- .wait(30); .print("z").
+!bad <- .wait(20); .fail.
+!w <- .wait(500); .print("never w").
