!s.
+!s <- add(p); .wait(100); .perceive; if (p) { .print(p) } else { .print(no_p) }; .stopMAS.
