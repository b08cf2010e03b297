!start.

+!start
   <- .df_register("shop"); .df_register("bank"); .df_search("shop", L); .print(L);
      .df_search("none", L2); .print(L2);
      .send(b, achieve, go).
+!check <- .df_search("shop", L); .sort(L, S); .print(S); .df_deregister("shop"); .df_search("shop", L2); .print(L2); .wait(50); .stopMAS.
