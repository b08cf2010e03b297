!start.
+!start <- .my_name(Me); .print(Me); .send(boss, tell, here(Me)).
