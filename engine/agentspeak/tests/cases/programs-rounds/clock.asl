!end.
+!end <- .wait(3000); .stopMAS.
