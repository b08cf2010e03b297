!start.

{ begin smc(home, lost) }
+!home <- .print("walking"); +lost; .print("not reached").
{ end }

+!start <- !home; .print("not reached").
-!start <- .print("start failed"); .stopMAS.
