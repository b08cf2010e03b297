// Knows the datum of each round.

+!retrieve(Round) <- .send(coordinator, achieve, retrieved(Round, (Round * 7919) mod 1000003)).

+!retrieve(Round, Acc)
   <- .send(coordinator, achieve, retrieved(Round, (Round * 7919) mod 1000003, (Acc * 31 + 3) mod 2147483647)).
