available(juice, fridge).
served(0).

+!has(owner, B) : available(B, fridge) & served(N) & N < 4
   <- !at(robot, fridge);
      open(fridge);
      get(B);
      close(fridge);
      !at(robot, owner);
      -+served(N + 1);
      .print("served ", N + 1);
      if ( N + 1 == 4 ) { .send(owner, tell, enough) };
      hand_in(B).
+!has(owner, B) : not available(B, fridge)
   <- .print("orders ", B);
      .send(shop, achieve, order(B, 3)).
-!has(_, _)[error(E)] <- .print("failed: ", E).

+!at(robot, P) : at(robot, P).
+!at(robot, P) : not at(robot, P) <- move_towards(P); !at(robot, P).

+stock(B, 0) : available(B, fridge) <- -available(B, fridge); .print("out of ", B).
+stock(B, N) : N > 0 & not available(B, fridge) <- +available(B, fridge).

+delivered(B, Qty, Id)[source(shop)] <- .print("delivered ", Qty, " as ", Id); +available(B, fridge); !has(owner, B).
