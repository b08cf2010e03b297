!start.
+!start <- .wait(100); .broadcast(tell, offer(lamp)).
+bid(X, P)[source(A)] : .count(bid(X, _)) == 3
   <- .findall(b(Q, B), bid(X, Q)[source(B)], L); .max(L, b(Best, Winner));
      .print(Winner, " wins with ", Best);
      .send(Winner, achieve, pay(X, Best)).
+paid(X, P)[source(A)] <- .print(A, " paid ", P); .wait(100); .stopMAS.
