!start.

{ include("lib/one.asl") }

+!start <- !one; !two; .stopMAS.
-!one[code_src(S), code_line(L)] <- .print(S, " ", L).
-!two[code_src(S), code_line(L)] <- .print(S, " ", L).
