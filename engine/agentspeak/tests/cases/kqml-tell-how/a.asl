!start.

+!start
   <- .send(b, tellHow, "@greet +!hello(X) <- .print(\"hello \", X).");
      .wait(100);
      .send(b, achieve, hello(one));
      .wait(100);
      .send(b, askHow, { +!dance(_) }, Plans); .length(Plans, N); .print(N);
      .add_plan(Plans); !dance(slowly);
      .send(b, untellHow, greet);
      .wait(100);
      .send(b, achieve, hello(two));
      .wait(100);
      .send(b, achieve, end).
