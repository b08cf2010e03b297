!start.
~n(1). a::m(2).

+!start
   <- X = ~n(5); .print(X);
      if (~n(Y) = X) { .print(Y) };
      if (n(Z) = X) { .print("never") } else { .print("n is not ~n") };
      .findall(L, L[source(self)] & .literal(L) & not .list(L), Ls); .length(Ls, N); .print(N);
      if (W = a::m(_)) { .print("W takes it") } else { .print("a variable takes nothing of another name space") };
      if (NS::V = a::m(9)) { .print(NS, " ", V) } else { .print("neither does a variable with a free name space") };
      if (a::U = a::m(9)) { .print(U) };
      if (b::U2 = a::m(9)) { .print(U2) } else { .print("b:: does not take a::") };
      .stopMAS.
