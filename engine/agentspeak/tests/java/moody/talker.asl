!talk.
+!talk <- .send(deaf, tell, loud(1)); .send(deaf, achieve, say(2)).
+!stop <- .wait(100); .print("stops"); .stopMAS.
