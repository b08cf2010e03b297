!start.

+!start
   <- !t("abc", "abc"); !t("abc", "abd"); !t("B", "a"); !t("abc", abc); !t("", "a"); !t("10", "9"); !t("10", 10);
      .stopMAS.
+!t(A, B)
   <- if (A = B) { .print(A, " = ", B) };
      if (A == B) { .print(A, " == ", B) };
      if (A \== B) { .print(A, " \\== ", B) };
      if (A < B) { .print(A, " < ", B) };
      if (A > B) { .print(A, " > ", B) };
      if (A <= B) { .print(A, " <= ", B) };
      if (A >= B) { .print(A, " >= ", B) }.
