{ include("counter.asl", one) }
{ include("counter.asl", two) }
limit(100).
!start.

+!start
   <- !one::inc; !one::inc; !two::inc(10); +two::limit(15);
      ?one::value(A); ?two::value(B); .print(A, " ", B);
      !two::inc(10); ?two::value(C); .print(C);
      .findall(X, one::history(X), L); .print(L);
      if (one::big) { .print("one is big") } else { .print("one is small") };
      if (two::big) { .print("two is big") };
      for (.member(NS, [one, two])) { ?NS::value(V); .print(NS, ": ", V) };
      +one::note(hi); -two::value(_);
      if (two::value(_)) { .print("still") } else { .print("gone") };
      .stopMAS.
+one::note(X) <- .print("heard ", X).
+two::changed(X) <- .print("two changed to ", X).
