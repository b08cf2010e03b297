+?failing(X) <- .fail.
