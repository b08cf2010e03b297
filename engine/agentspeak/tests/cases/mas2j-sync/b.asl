+!end <- .print("end"); .stopMAS.
