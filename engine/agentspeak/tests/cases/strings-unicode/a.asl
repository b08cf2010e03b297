!start.

+!start
   <- .print("grüße, ñandú, 日本");
      .length("grüße", N); .print(N);
      .upper_case("grün", U); .print(U);
      .concat("é", "è", C); .print(C);
      .stopMAS.
