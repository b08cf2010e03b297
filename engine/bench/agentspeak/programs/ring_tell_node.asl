+token(I, 0)[source(S)]
   <- -token(I, 0)[source(S)];
      .send(main, achieve, ended(I)).
+token(I, Left)[source(S)] : number(Own)
   <- -token(I, Left)[source(S)];
      .concat("node", Own mod 50 + 1, Next);
      .send(Next, tell, token(I, Left - 1)).
