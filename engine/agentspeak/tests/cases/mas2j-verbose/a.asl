!start.
+!start <- .print(hello); .my_name(N); .send(c, achieve, done(N)).
