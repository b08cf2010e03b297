!start.

+!start
   <- !t(p, p[a]); !t(p[a], p); !t(p[a], p[b, a]); !t(p[b, a], p[a]); !t(p[a, b], p[b, a]);
      !t(p(1)[a(2)], p(1)[a(2), b]);
      if (p[a(X)] = p[a(1), a(2)]) { .print("X is ", X) };
      if (p[a(Y), b(Y)] = p[a(1), a(2), b(2)]) { .print("Y is ", Y) } else { .print("no Y") };
      if (p[z|T] = p[x, y, z]) { .print("T is ", T) };
      if (p[H|R] = p[x, y, z]) { .print("H is ", H, " R is ", R) };
      if (q(A)[b|_] = q(7)[a, b]) { .print("A is ", A) };
      if (P[c(C)] = r(1)[c(3), d]) { .print(P, " ", C) };
      .stopMAS.
+!t(A, B) : A = B <- .print(A, " unifies with ", B).
+!t(A, B) <- .print(A, " does not unify with ", B).
