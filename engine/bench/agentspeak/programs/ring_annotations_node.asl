+!token(I, 0)[weight(W)] <- .send(main, achieve, ended(W)).
+!token(I, Left)[colour(C), weight(W)] : number(Own)
   <- .concat("node", Own mod 50 + 1, Next);
      .send(Next, achieve, token(I, Left - 1)[colour(C), weight(W)]).
