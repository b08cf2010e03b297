+!token(I, 0, [I | _]) <- .send(main, achieve, ended(I)).
+!token(I, Left, [First | Rest]) : number(Own)
   <- .concat("node", Own mod 50 + 1, Next);
      .send(Next, achieve, token(I, Left - 1, [First | Rest])).
