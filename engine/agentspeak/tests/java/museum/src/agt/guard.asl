{ include("common.asl") }

!round.

+!round <- !go(3, 6); light(off); fly; .print("never").
-!round[error(E), error_msg(M), code(C)] <- .print(E, " ", C); !!wait.

+!wait <- .send([visitor1, visitor2], achieve, come); .wait(back(visitor1) & back(visitor2)); close(all); .wait(noticed & out & night); .print("good night"); .stopMAS.

+~alone <- .print("somebody is here").
+near(N) <- .print("near: ", N).
