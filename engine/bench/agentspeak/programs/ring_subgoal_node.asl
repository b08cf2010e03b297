+!token(I, 0) <- .send(main, achieve, ended(I)).
+!token(I, Left) : number(Own)
   <- !note(I);
      .concat("node", Own mod 50 + 1, Next);
      .send(Next, achieve, token(I, Left - 1)).

+!note(I) : I > 50 <- .print("no such token: ", I).
+!note(_).
