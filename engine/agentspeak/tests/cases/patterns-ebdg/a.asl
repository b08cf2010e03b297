!start.

{ begin ebdg(open) }
+!open <- .print("push"); .fail.
+!open <- .print("pull").
+!open <- .print("turn"); +open.
+!open <- .print("never").
{ end }

+!start <- !open; .print("open"); .stopMAS.
