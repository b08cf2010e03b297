!start.

+!start <- !!watch; !k; .print("k is over"); !ks(2); .stopMAS.
+!k <: over <- .print("k"); !ks(1); .print("k2"); !deeper; .print("not reached"). {
   +!ks(X) <: ready(X) <- .print("inner ks ", X); +ready(X).
}
+!deeper <- !ks(3).
+!ks(X) <- .print("outer ks ", X).
+!watch <- .wait(100); .print("deeper is still waiting"); +over.
