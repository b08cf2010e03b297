+!run(B) <- .print("before"); B; .print("after").
