!start.

{ begin namespace(c) }
+!show(X) <- .print(X).
{ end }

+!start <- !c::show(word); !c::show(1); !c::show("s"); !c::show(f(d::word)); !c::show([d::word]); !c::show(d::word); .print("not reached").
-!start[error(E)] <- .print(E); .stopMAS.
