!start.

{ begin namespace(n) }
+!g <- !missing; .print("not reached").
-!g[error(E)] <- .print("handled in n: ", E).
+!h <- .fail.
{ end }

+!start <- !n::g; !n::h; .print("not reached").
-!start[error(E)] <- .print("handled outside: ", E); .stopMAS.
