!start.
+!start <- !hold; .wait(100); .print("resuming"); .resume(kept(_)); .wait(100); .stopMAS.
@hold[atomic]
+!hold <- !!kept(1); !!free(2); .suspend(kept(_)).
+!kept(X) <- .print("kept ", X).
+!free(X) <- .print("free ", X).
