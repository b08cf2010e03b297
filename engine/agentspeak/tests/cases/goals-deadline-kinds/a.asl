!start.

+!start
   <- !quick[hard_deadline(200)]; .print("in time");
      !!alone[hard_deadline(50)]; .wait(150);
      !outer[hard_deadline(50)]; .print("goes on");
      .wait(300); .stopMAS.
+!quick <- .wait(10).
+!alone <- .wait(5000); .print("not reached").
-!alone[error(E), error_msg(M)] <- .print("alone: ", E, M).
+!outer <- !inner; .print("not reached").
+!inner <- .wait(5000); .print("not reached").
-!inner <- .print("not reached").
-!outer[error(E)] <- .print("outer: ", E).
