account(rent, 30). account(food, 12). account(pay, -60).
big(A) :- account(A, S) & S > 20.

!work.

+!work
   <- books.sum(Sum);
      .print("sum: ", Sum);
      books.book(tax, 8);
      ?account(tax, T);
      .print("tax: ", T);
      books.cancel(food);
      .count(account(_, _), N);
      .print(N, " accounts");
      if (books.knows(big(rent))) { .print("rent is big") };
      if (not books.knows(big(tax))) { .print("tax is not") };
      books.option(limit, L);
      books.option(currency, C);
      .print(L, " ", C);
      books.later(close(year));
      .wait(closed);
      books.tell(owner, report(Sum));
      .wait(100).

+account(A, S)[source(self)] <- .print("booked ", A, " ", S).
-account(A, _) <- .print("cancelled ", A).
+!close(What) <- .print("closes the ", What); +closed.
