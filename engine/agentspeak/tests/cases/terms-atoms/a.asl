!start.

+!start
   <- .print(a, " ", a1_B, " ", aBC);
      .print('A', " ", 'has space'(1), " ", 'x', " ", 'don.t', " ", 'a-b'(c));
      if ('x' = x) { .print("quoted x is x") } else { .print("quoted x is another") };
      if ('x' == x) { .print("quoted x is equal to x") } else { .print("quoted x is not equal to x") };
      if ('x' = 'x') { .print("quoted x is quoted x") };
      .concat('x', "", S); .print(S);
      .stopMAS.
-!start[error(E)] <- .print(E); .stopMAS.
