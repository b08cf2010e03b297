!work.

+!work <- .my_name(Me); !mine(Me, Bed); !day(Bed, 5).
+!mine(ada, 1).
+!mine(bert, 2).

+!day(_, 0).
+!day(Bed, N) : N mod 3 == 0 <- !look; prune(Bed, [pot(0),pot(1),pot(2)]); !day(Bed, N - 2).
+!day(Bed, N) <- water(Bed); !look; !day(Bed, N - 1).

+!look : bed(B, Pots)[removed(R)] & weather(W) <- .length(Pots, L); .print("bed ", B, " has ", L, " pots, ", Pots, " ", R, " ", W).
