!begin.

+!begin <- .send(subject, achieve, subscribe).
+value(V)[source(subject)] : .my_name(w1) & V == 2 <- .print("sees ", V, " and leaves"); .send(subject, achieve, unsubscribe); .send(driver, tell, left).
+value(V)[source(subject)] <- .print("sees ", V); .send(driver, tell, seen(V)).
-value(V)[source(subject)] <- .print("no longer ", V).
