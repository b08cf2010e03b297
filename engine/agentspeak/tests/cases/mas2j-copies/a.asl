!start.
+!start <- .my_name(N); .print("I am ", N); .send(last, achieve, count(N)).
