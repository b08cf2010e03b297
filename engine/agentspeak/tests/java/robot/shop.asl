last(0).

+!order(P, Qty)[source(Ag)] : last(N)
   <- -+last(N + 1); deliver(P, Qty); .send(Ag, tell, delivered(P, Qty, N + 1)).
