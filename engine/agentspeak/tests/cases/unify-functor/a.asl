!start.

+!start
   <- L = p(1, 2)[a]; L =.. [F, Args, Annots]; .print(F, " ", Args, " ", Annots);
      M =.. [q, [x, "y"], [z]]; .print(M);
      N =.. [r, [], []]; .print(N);
      ~s(1) =.. [G|_]; .print(G);
      L =.. Whole; .print(Whole);
      if (p(1) =.. [p, [2], []]) { .print("yes") } else { .print("no") };
      O =.. [~t, [1], []]; .print(O);
      ns::u(1) =.. NsList; .print(NsList);
      atom =.. AtomList; .print(AtomList);
      .stopMAS.
