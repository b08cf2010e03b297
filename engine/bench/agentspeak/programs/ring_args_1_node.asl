+!token(0) <- .send(main, achieve, ended(1)).
+!token(Left) : number(Own)
   <- .concat("node", Own mod 50 + 1, Next);
      .send(Next, achieve, token(Left - 1)).
