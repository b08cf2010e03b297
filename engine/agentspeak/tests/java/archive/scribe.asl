fact(0).
!write.
+!write
   <- +fact(1);
      +other(1);
      -fact(0);
      -+fact(2);
      .findall(F, fact(F), L);
      .print("facts ", L);
      .abolish(fact(_));
      .count(fact(_), N);
      .print("left ", N);
      .send(elder, achieve, remember).
