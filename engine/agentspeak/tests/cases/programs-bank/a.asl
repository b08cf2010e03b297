account(ann, 100). account(bob, 50).
!start.

+!start
   <- !transfer(ann, bob, 30); !balances;
      !transfer(bob, ann, 500); !balances;
      !transfer(ann, eve, 10); !balances;
      .stopMAS.
+!balances <- .findall(A = B, account(A, B), L); .sort(L, S); .print(S).
@transfer[atomic]
+!transfer(From, To, Amount)
   <- !withdraw(From, Amount); +holding(From, Amount); !deposit(To, Amount); -holding(_, _); .print(Amount, " from ", From, " to ", To).
-!transfer(From, To, Amount)[error(E), code(C)] : holding(From, H) <- -holding(From, H); !deposit(From, H); .print("taken back: ", C, " ", E).
-!transfer(From, To, Amount)[error(E), error_msg(M)] <- .print("refused: ", E, " ", M).
+!withdraw(A, X) : account(A, B) & B >= X <- -+account(A, _); -account(A, _); +account(A, B - X).
+!deposit(A, X) : account(A, B) <- -account(A, B); +account(A, B + X).
