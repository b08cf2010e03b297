+!token(I, 0, _, _, _, _, _, _) <- .send(main, achieve, ended(I)).
+!token(I, Left, A, B, C, D, E, F) : number(Own)
   <- .concat("node", Own mod 50 + 1, Next);
      .send(Next, achieve, token(I, Left - 1, A, B, C, D, E, F)).
