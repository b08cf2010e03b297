@d1 +!dance(X) : X \== never <- .print("dancing ", X).
@d2 +!dance(never).
+!end <- .relevant_plans({ +!hello(_) }, L); .length(L, N); .print(N); .stopMAS.
-!hello(X)[error(E)] <- .print("no hello ", X, " ", E).
