+!hello[source(S)] <- .my_name(Me); .print("hello ", S, ", I am ", Me).
