+!k <- .print("k of b"); !t; ?v; !!w; +x; -x.
+!t. +!w. v.
@two[atomic] +!two : not q | r & 1 > 2 <- .print("two of b").
+!look
  <- !other; !third; !fourth;
     for (.member(G, [{+!other}, {+!third}, {+!fourth}, {+!fifth}])) { .relevant_plans(G, P, N); .print(P); .print(N) };
     .send(a, achieve, back).
+!last
  <- for (.member(G, [{+!other}, {+!third}, {+!fourth}, {+!fifth}])) { .relevant_plans(G, P, N); .print(P); .print(N) };
     .stopMAS.
