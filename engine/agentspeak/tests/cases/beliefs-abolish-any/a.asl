// `.abolish` of whatever has an annotation.
p(1)[source(b)]. p(2)[source(b), source(c)]. p(3). q(4)[source(b)]. ~q(5)[source(b)]. ns::p(6)[source(b)].
r(X)[source(b)] :- p(X).
-p(X) <- .print("no p ", X).
!start.
+!start
  <- .abolish(_[source(b)]);
     !show(1);
     +s(1)[source(z)]; +s(2); .abolish(s(_)[source(z)]); !show(2);
     +s(1)[source(z)]; +t(2)[source(z), x]; .abolish(B[source(z)]); .print(B); !show(3);
     +s(3)[x, y]; +t(3)[y]; .abolish(_[y, x]); !show(4);
     .abolish(_[nothing]); !show(5);
     .abolish(_); !show(6);
     .stopMAS.
+!show(I)
  <- .findall(p(X), p(X), P); .findall(q(X), q(X), Q); .findall(~q(X), ~q(X), NQ); .findall(X, ns::p(X), NP); .findall(s(X), s(X), S); .findall(t(X), t(X), T); .findall(r(X), r(X), R);
     .print(I, P, Q, NQ, NP, S, T, R).
