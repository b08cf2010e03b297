busy(G) :- .intend(G).
!start.

+!start
   <- if (busy(start)) { .print("start") };
      if (not busy(other)) { .print("not other") };
      !sub; .wait(50); .stopMAS.
+!sub : busy(start) <- for (.member(G, [start, sub, other]) & busy(G)) { .print(G) }; !!last.
+!last <- ?busy(last); .print("last").
