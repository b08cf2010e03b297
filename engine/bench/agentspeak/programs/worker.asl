+!search(From, To)[source(Manager)]
   <- !search(From, To, 0, Count);
      .send(Manager, achieve, result(Count)).

+!search(I, To, Count, Count) : I > To.
+!search(I, To, Before, Count)
   <- !prime(I, 3, Answer);
      !search(I + 8, To, Before + Answer, Count).

+!prime(I, D, 1) : D * D > I.
+!prime(I, D, 0) : I mod D == 0.
+!prime(I, D, Answer) <- !prime(I, D + 2, Answer).
