!start.

+!start
   <- .length("hello", L); .print(L);
      .concat("a", 1, b, f(x), [y], "z", C); .print(C);
      .substring("world", "hello world", I); .print(I);
      .substring("hello world", S1, 6); .print(S1);
      .substring("hello world", S2, 0, 5); .print(S2);
      .findall(P, .substring("l", "hello world", P), Ps); .print(Ps);
      .upper_case("miXed", U); .lower_case("miXed", W); .print(U, " ", W);
      .reverse("abc", R); .print(R);
      .replace("a-b-c", "-", "+", Re); .print(Re);
      .term2string(f(X, [1], "q"), T); .print(T);
      .term2string(G, "g(1, Y, \"s\")[a]"); .print(G);
      .nth(1, "abc", N); .print(N);
      .stopMAS.
