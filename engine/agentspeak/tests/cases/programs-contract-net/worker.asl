price(ann, paint, 7). price(bob, paint, 5). price(cid, paint, 12).

+cfp(Task, Limit)[source(M)] : .my_name(Me) & price(Me, Task, P) & P <= Limit <- +my(Task, P); .send(M, tell, bid(Task, P)).
+cfp(Task, Limit)[source(M)] <- .send(M, tell, refusal(Task)).
+!execute(Task)[source(M)] : my(Task, P) <- .print("executes ", Task, " for ", P); .send(M, tell, done(Task)).
+rejected(Task) : my(Task, P) <- -my(Task, P).
