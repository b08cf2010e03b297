!start.
+!start <- !hold; .wait(250); .print("resuming"); .resume(kept(_)); .wait(250); .stopMAS.
@hold[atomic]
+!hold <- !!kept(1); !!free(2); .suspend(kept(_)).
+!kept(X) <- .print("kept ", X).
+!free(X) <- .print("free ", X).
