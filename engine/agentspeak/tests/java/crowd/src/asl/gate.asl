+left(200) <- .print("all have left"); .stopMAS.
