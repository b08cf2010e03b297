p(1).
+?failing(X) <- .fail.
