+!offer[source(S)] <- .df_register(printing); .df_register("copying", office); .df_register(p(1), "kind"); .send(S, tell, offered).
+!withdraw[source(S)] <- .df_deregister(printing); .send(S, tell, withdrawn).
