!talk.
+!talk <- .send(deaf, tell, loud(1)); .send(deaf, achieve, say(2)); +talked.
// What deaf ignores has come before what picky says.
+!pass_on <- .wait(talked); .send(picky, tell, go_on).
+!stop <- .print("stops"); .stopMAS.
