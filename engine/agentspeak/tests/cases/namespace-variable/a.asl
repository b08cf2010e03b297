!start.
a::p(1).
b::p(2).

{ begin namespace(c) }
p(3).
+!show(X) <- .print(X, " ", f(X), " ", this_ns::x); ?this_ns::p(Y); .print(Y).
{ end }

+!start
   <- .findall(q(NS, X), NS::p(X), L); .sort(L, S); .print(S);
      N = b; ?N::p(Y); .print(Y);
      !c::show(word);
      if (a::p(1) = b::p(1)) { .print("same") } else { .print("different") };
      .print(a::p(1), " ", [a::x], " ", default::z);
      .stopMAS.
