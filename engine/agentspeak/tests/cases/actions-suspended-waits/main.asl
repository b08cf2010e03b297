!start.

+!start
  <- !!timed; .wait(100); .suspend(timed); .wait(600); .print("time is over"); .resume(timed); .wait(250);
     !!guarded; .wait(100); .suspend(guarded); .wait(600); .print("timeout is over"); .resume(guarded); .wait(250);
     !!eventful; .wait(200); .suspend(eventful); +come(1); .wait(250); .print("event came"); .resume(eventful); .wait(250);
     !!dropped; .wait(200); .suspend(dropped); .drop_intention(dropped); .resume(dropped); .wait(250); .print("dropped");
     !!upper; .wait(200); .suspend(lower); .suspended(upper, R); R =.. [_,F|_]; .print(F); .resume(upper); +go; .wait(250);
     .suspend(future(_)); !!future(1); .wait(250); .print("not suspended beforehand");
     .stopMAS.

+!timed <- .wait(400); .print("timed").
+!guarded <- .wait({ +never }, 400); .print("never").
-!guarded[error(E)] <- .print("guarded ", E).
+!eventful <- .wait({ +come(X) }); .print("came ", X).
+!dropped <- .wait({ +never }); .print("never").
+!upper <- !lower; .print("upper").
+!lower <- .wait({ +go }); .print("lower").
+!future(X) <- .print("future ", X).
