!start.

+!start <- !!watch; !k; .print("not reached").
+!k <: over <- .print("k"); !ks; .print("not reached"). {
   +!ks <- .print("ks").
}
+!watch <- .wait(200); if (.intend(k)) { .print("k is still intended") }; .stopMAS.
