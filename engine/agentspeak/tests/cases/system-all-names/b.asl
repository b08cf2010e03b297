!go.
+!go <- .my_name(M); .print(M).
