meals(0).
forks(p1, f1, f2). forks(p2, f2, f3). forks(p3, f1, f3).
!dine.

+!dine : .my_name(Me) & forks(Me, A, B)
   <- for (.range(_, 1, 3)) {
         !take(A); !take(B);
         ?meals(N); -+meals(N + 1);
         .send(B, achieve, put); .send(A, achieve, put)
      };
      ?meals(N2); .print("has eaten ", N2, " times");
      .send(waiter, tell, full(N2)).
+!take(F) <- .send(F, achieve, take); .wait(given(F)[source(F)]); -given(F)[source(F)].
