!start.
+!start <- for (.range(I, 1, 3)) { .print(I) }; .send(last, achieve, done).
