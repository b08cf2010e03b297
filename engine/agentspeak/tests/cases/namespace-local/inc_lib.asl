{ namespace(priv, local) }
priv::n(0).

+!count(X) <- ?priv::n(N); -+priv::n(N + X).
+!total(N) <- ?priv::n(N).
