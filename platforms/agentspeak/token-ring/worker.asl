// A member of the ring: number(Own) and next(Neighbour) come from the ring's agent.

+!token(I, Left) : Left > 0 & next(Next) <- .send(Next, achieve, token(I, Left - 1)).
+!token(I, 0) : number(Own) <- .send(ring, achieve, ended(I, Own)).

// agon: begin witness
// With a witness the token carries what it has passed.
+!token(I, Left, Acc) : Left > 0 & next(Next) & number(Own)
   <- .send(Next, achieve, token(I, Left - 1, (Acc * 31 + Own) mod 2147483647)).
+!token(I, 0, Acc) : number(Own) <- .send(ring, achieve, ended(I, Own, Acc)).
// agon: end

+!join(Own, Next)
   <- +number(Own);
      +next(Next);
      .send(ring, achieve, joined).
