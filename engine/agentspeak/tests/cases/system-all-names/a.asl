!start.
+!start <- .wait(50); .my_name(M); .print(M); .all_names(L); .sort(L, S); .print(S); .stopMAS.
