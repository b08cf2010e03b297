available(juice, fridge).
limit(juice, 4).

too_much(B) :- .count(consumed(B), N) & limit(B, Limit) & N >= Limit.

+!has(owner, B) : available(B, fridge) & not too_much(B)
   <- !at(robot, fridge);
      open(fridge);
      get(B);
      close(fridge);
      !at(robot, owner);
      hand_in(B);
      +consumed(B);
      .count(consumed(B), N);
      .abolish(consumed(_));
      for ( .range(I, 1, N) ) { +consumed(B)[n(I)] };
      !count(B).
+!has(owner, B) : not available(B, fridge)
   <- .send(shop, achieve, order(B, 3)); !at(robot, fridge).
+!has(owner, B) : too_much(B)
   <- .print("no more ", B); .send(owner, tell, msg("no more")).
-!has(_, _)[error(E)] <- .print("failed: ", E); !at(robot, door).

+!count(B) : served(N) <- -+served(N + 1); .print("served ", N + 1); if (N + 1 >= 4) { +consumed(B); .send(owner, tell, enough) }.
+!count(_) <- +served(1); .print("served 1").

+!at(robot, P) : at(robot, P).
+!at(robot, P) : not at(robot, P) <- move_towards(P); !at(robot, P).

+stock(B, 0) : available(B, fridge) <- -available(B, fridge); .print("out of ", B).
+stock(B, N) : N > 0 & not available(B, fridge) <- +available(B, fridge).

+delivered(B, Qty, Id)[source(shop)] <- .print("delivered ", Qty, " as ", Id); +available(B, fridge); !has(owner, B).
