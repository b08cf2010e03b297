!start.
p(1). p(2.0).

+!start
   <- if (1 = 1.0) { .print("1 = 1.0") };
      if (1 == 1.0) { .print("1 == 1.0") };
      if (p(1.0)) { .print("p(1.0)") };
      if (p(2)) { .print("p(2)") };
      if (f(10) = f(1e1)) { .print("f(10) = f(1e1)") };
      if (0 = -0.0) { .print("0 = -0.0") } else { .print("0 is not -0.0") };
      if (0.1 + 0.2 = 0.3) { .print("0.3") } else { .print("not 0.3") };
      if (1 = "1") { .print("string") } else { .print("not a string") };
      .stopMAS.
