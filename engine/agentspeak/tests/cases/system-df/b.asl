+!go <- .df_subscribe("shop"); .wait(50); .df_register("shop"); .wait(50); .send(a, achieve, check).
+provider(A, S)[source(F)] <- .print(A, " provides ", S, " says ", F).
