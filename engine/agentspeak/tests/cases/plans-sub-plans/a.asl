!start.

+!start <- !k; .print("k is over"); !ks(2); .stopMAS.
+!k <: over <- .print("k"); !ks(1); .print("k2"); !deeper; .print("k3"); +over; .print("not reached"). {
   +!ks(X) <: ready(X) <- .print("inner ks ", X); +ready(X).
}
+!deeper <- !ks(3).
+!ks(X) <- .print("outer ks ", X).
