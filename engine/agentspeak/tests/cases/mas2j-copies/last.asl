n(0).
@[atomic] +!count(_) : n(3) <- .all_names(L); .sort(L, S); .print(S); .stopMAS.
@[atomic] +!count(_) <- ?n(X); -+n(X + 1).
