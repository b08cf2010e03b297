!start.

{ begin dg(clean) }
+!clean : dirty <- .print("cleaning"); -dirty; +clean.
+!clean : not dirty <- .print("checking").
{ end }

+!start <- +dirty; !clean; .print("clean"); !clean; .print("again"); -clean; !clean; .print("not reached").
-!start[error(E)] <- .print(E); .stopMAS.
