!start.

{ begin smc(home, lost) }
+!home : not lost <- .print("walking"); +lost; .print("not reached").
+!home <- .print("tried again"); .stopMAS.
{ end }

+!start <- !home; .print("not reached").
-!start <- .print("not reached: start failed").
