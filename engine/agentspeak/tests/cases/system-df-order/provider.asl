+!provide(S)[source(A)] <- .df_register(S); .send(A, tell, done(S)).
+!leave(S)[source(A)] <- .df_deregister(S); .send(A, tell, left(S)).
