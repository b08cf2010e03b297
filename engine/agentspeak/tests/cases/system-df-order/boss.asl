!start.

+!start
   <- !ask([q, a, robot, seller, buyer, b], trade);
      .df_search(trade, L1); .print(L1);
      .df_search("trade", "any", L2); .print(L2);
      !ask([worker12, worker3, worker1, worker2, bidder, ab, worker10, worker11, worker7, worker5, worker4, worker6, worker8, worker9], trade);
      .df_search(trade, L3); .print(L3);
      !ask([worker9, a, q], rest);
      .df_search(rest, L4); .print(L4);
      !give_up([seller, q, worker3, worker4, worker8], trade);
      .df_search(trade, L5); .print(L5);
      !ask([q], trade);
      .df_search(trade, L6); .print(L6);
      .df_subscribe(trade);
      .wait(100);
      .stopMAS.

+!ask([], _).
+!ask([A | Others], S) <- .send(A, achieve, provide(S)); .wait(done(S)[source(A)]); .abolish(done(_)); !ask(Others, S).

+!give_up([], _).
+!give_up([A | Others], S) <- .send(A, achieve, leave(S)); .wait(left(S)[source(A)]); .abolish(left(_)); !give_up(Others, S).

+provider(A, S) <- .print(A).
