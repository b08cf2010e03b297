text("the cat and the dog and the bird").
!start.

+!start : text(T)
   <- !words(T, Words); .print(Words);
      for (.member(W, Words)) { !count(W) };
      .findall(p(N, W), seen(W, N), L); .sort(L, S); .reverse(S, R); .print(R);
      .length(T, Len); .print(Len);
      !join(Words, "-", J); .upper_case(J, U); .print(U);
      .replace(T, "t[hH]e", "a", T2); .print(T2);
      .stopMAS.
+!words(T, [W|Ws]) : .substring(" ", T, P) <- .substring(T, W, 0, P); .substring(T, Rest, P + 1); !words(Rest, Ws).
+!words(T, [T]).
+!count(W) : seen(W, N) <- -seen(W, N); +seen(W, N + 1).
+!count(W) <- +seen(W, 1).
+!join([W], _, W).
+!join([W|Ws], Sep, J) <- !join(Ws, Sep, J2); .concat(W, Sep, J2, J).
