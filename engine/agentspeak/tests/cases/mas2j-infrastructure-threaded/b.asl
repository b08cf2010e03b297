+go(X)[source(S)] <- .my_name(Me); .print(Me, " ", X, " ", S).
