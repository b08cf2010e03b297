+!token(I, 0, _, _) <- .send(main, achieve, ended(I)).
+!token(I, Left, A, B) : number(Own)
   <- .concat("node", Own mod 50 + 1, Next);
      .send(Next, achieve, token(I, Left - 1, A, B)).
