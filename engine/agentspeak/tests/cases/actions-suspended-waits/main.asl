!start.

+!start
  <- !!timed; .wait(50); .suspend(timed); .wait(300); .print("time is over"); .resume(timed); .wait(100);
     !!guarded; .wait(50); .suspend(guarded); .wait(400); .print("timeout is over"); .resume(guarded); .wait(100);
     !!eventful; .wait(50); .suspend(eventful); +come(1); .wait(100); .print("event came"); .resume(eventful); .wait(100);
     !!dropped; .wait(50); .suspend(dropped); .drop_intention(dropped); .resume(dropped); .wait(100); .print("dropped");
     !!upper; .wait(50); .suspend(lower); .suspended(upper, R); R =.. [_,F|_]; .print(F); .resume(upper); +go; .wait(100);
     .suspend(future(_)); !!future(1); .wait(100); .print("not suspended beforehand");
     .stopMAS.

+!timed <- .wait(150); .print("timed").
+!guarded <- .wait({ +never }, 200); .print("never").
-!guarded[error(E)] <- .print("guarded ", E).
+!eventful <- .wait({ +come(X) }); .print("came ", X).
+!dropped <- .wait({ +never }); .print("never").
+!upper <- !lower; .print("upper").
+!lower <- .wait({ +go }); .print("lower").
+!future(X) <- .print("future ", X).
