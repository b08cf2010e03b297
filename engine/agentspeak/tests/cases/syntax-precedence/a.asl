!start.

+!start
   <- .print({ +!g : not b & c | d & not e | f <- x });
      .print({ +!g : (a | b) & not (c & d) <- x });
      .print({ +!g : A + 2 * D - 4 / B mod 2 > 1 & C == D + 1 | E \== F <- x });
      .print({ +!g : A ** B ** C = -B * -C & C =.. [D, E] <- x });
      .print({ +!g : A - B - C < D / E / F & not A > 1 <- x });
      .print({ +!g : A div B * C mod D >= -(A + B) <- x });
      .print(f(a & b, not c, X > 1, -Y));
      G = (p | q & r); .print(G);
      .stopMAS.
