!start.
p(out).

{ begin namespace(box) }
p(in).
+!g <- ?p(X); .print("g in box: ", X); !h; ?default::p(Y); .print(Y).
+!h <- .print("h in box").
{ end }

+!g <- ?p(X); .print("g outside: ", X).
+!start
   <- !g;
      !box::g;
      ?box::p(X); .print(X);
      +box::q(1); ?box::q(Y); .print(Y);
      if (q(_)) { .print("q outside") } else { .print("no q outside") };
      .findall(NS, .namespace(NS), L); .sort(L, S); .print(S);
      .stopMAS.
