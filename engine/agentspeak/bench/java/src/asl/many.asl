!act(100).
+!act(0) <- done.
+!act(N) <- go; !act(N-1).
