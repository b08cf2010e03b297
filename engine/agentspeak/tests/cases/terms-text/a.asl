!start.

+!start
   <- for (.member(S, ["f(a, Q1, \"c\")", "1 + 2 * 3", "[1, 2|Q2]", "~p(1)[a, b]", "'Q x'", "{ a; !b }", "{ +!g <- c }", "\"text\"", "3.10", "a & b | not c", "Q3 > 1", "-5", "[]"])) {
         .term2string(T, S); .print(T); !types(T)
      };
      .term2string(f(A, [b|C], "d", 'E f', 1.50, -2), S2); .print(S2); .length(S2, N); .print(N);
      .stopMAS.
+!types(T) <- .findall(K, .type(T, K), L); .print(L).
