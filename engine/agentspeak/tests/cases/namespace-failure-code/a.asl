!start.

{ begin namespace(n) }
+!g <- !missing.
-!g[error(E), code(C)] <- .print("not reached: ", E, " ", C).
+!h <- .fail.
-!h[error(E), code(C)] <- .print("handled: ", E, " ", C).
{ end }

!watch.
+!start <- !n::h; !n::g; .print("not reached").
+!watch <- .wait(200); .print("g was given up"); .stopMAS.
