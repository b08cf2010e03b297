!start.

+!start
   <- .print(math.abs(-3), " ", math.abs(2.5));
      .print(math.ceil(1.2), " ", math.ceil(-1.2), " ", math.floor(1.8), " ", math.floor(-1.8));
      .print(math.round(1.5), " ", math.round(2.5), " ", math.round(-1.5), " ", math.round(0.49));
      .print(math.sqrt(16), " ", math.sqrt(2), " ", math.sqrt(-1));
      .print(math.log(1), " ", math.log(math.e), " ", math.log(0));
      .print(math.pi, " ", math.e);
      .print(2 * math.max(3, 4) + math.min(1, 2));
      .print(math.abs(math.min(-2, 5)) ** 2);
      .stopMAS.
