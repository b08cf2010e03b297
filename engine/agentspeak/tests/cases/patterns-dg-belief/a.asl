!start.

{ begin dg(there) }
+!there <- .print("walking"); .wait(1000); .print("not reached").
{ end }

+!start <- !!helper; !there; .print("there"); .stopMAS.
+!helper <- .wait(30); .print("helper"); +there.
