b(1).
{ include("broken.asl") }
{ include("nowhere.asl") }
{ include("other.asl", ns) }
{ begin namespace("x") }
b(2).
{ end }
{ begin dg }
+!never <- .print(never).
{ end }
{ register_function(x) }
{ register_function("x") }

+!hello <- .findall(X, b(X), L); .print(L); !never.
-!never[error(E)] <- .print(E).
