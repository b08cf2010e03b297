!start.

+!start
   <- .send(b, askHow, { +!greet(_) }, Ps); .length(Ps, N); .print(N);
      .add_plan(Ps); !greet(me);
      .send(c, tellHow, "@told +!work(X) : X > 1 <- .print(working, X).");
      .send(c, tellHow, ["@t1 +!play <- .print(playing).", "@t2 +!rest <- .print(resting)."]);
      .wait(50);
      .send(c, achieve, work(2)); .send(c, achieve, play); .wait(50);
      .send(c, untellHow, told); .wait(50);
      .send(c, achieve, work(3)); .wait(50);
      .send(c, achieve, end).
