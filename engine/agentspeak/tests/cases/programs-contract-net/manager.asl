all_answered(Task) :- .count(bid(Task, _)[source(_)], B) & .count(refusal(Task)[source(_)], R) & B + R >= 3.
!announce(paint, 10).
!announce(weld, 100).

+!announce(Task, Limit)
   <- .broadcast(tell, cfp(Task, Limit));
      .wait(all_answered(Task), 2000);
      !award(Task).
+!award(Task) : .findall(offer(Price, A), bid(Task, Price)[source(A)], L) & L \== []
   <- .min(L, offer(Price, Winner)); .sort(L, S);
      .print(Task, ": ", Winner, " for ", Price, " of ", S);
      for (.member(offer(_, A), L) & A \== Winner) { .send(A, tell, rejected(Task)) };
      .send(Winner, achieve, execute(Task)).
+!award(Task) <- .print(Task, ": nobody"); +closed(Task).
+done(Task)[source(A)] <- .print(A, " has done ", Task); +closed(Task).
+closed(_) : .count(closed(_), 2) <- .print("all closed"); .stopMAS.
