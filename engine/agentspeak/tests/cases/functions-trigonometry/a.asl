!start.

+!start
   <- .print(math.sin(0), " ", math.cos(0), " ", math.tan(0));
      .print(math.sin(1), " ", math.cos(1), " ", math.tan(1));
      .print(math.asin(1), " ", math.acos(1), " ", math.atan(1));
      .print(math.sin(math.pi / 2), " ", math.cos(math.pi));
      .print(math.asin(2));
      .stopMAS.
