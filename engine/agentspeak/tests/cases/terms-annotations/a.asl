!start.

+!start
   <- X = p(1)[b, a, c(2), a, b]; .print(X);
      Y = q[z, y(1), x]; .print(Y);
      Z = r[s[t[u]]]; .print(Z);
      .add_annot(p, one, A1); .add_annot(A1, two, A2); .print(A2);
      .print(a[1, "s", [l]]);
      V = p(1); .print(V[extra]);
      W = p[own]; .print(W[extra]);
      +b(1)[x]; +b(1)[y]; ?b(1)[source(S)]; ?b(B)[x, y]; .print(S, " ", B);
      .findall(b(C), b(C), L); .length(L, Len); .print(Len);
      .stopMAS.
