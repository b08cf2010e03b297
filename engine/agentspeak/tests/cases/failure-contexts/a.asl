mode(1).
!start.

+!start
   <- !g(1)[tag(a)]; -+mode(2); !g(2)[tag(b)]; !g(3); !own; !deep; !late; .stopMAS.
+!g(_) <- .fail(reason(low), error_msg("too low")).
-!g(X)[tag(T), reason(R)] : mode(1) <- .print(X, " ", T, " ", R).
-!g(X)[tag(T), error_msg(M)] <- .print(X, " ", T, " ", M).
-!g(X)[error(E)] <- .print(X, " ", E).
+!own <- .fail(error(mine), code(7), code_line(99)).
-!own[error(E), code(C), code_line(L)] <- .findall(X, .member(X, [E, C, L]), All); .print(All).
+!deep <- !deeper(1).
+!deeper(N) : N < 4 <- !deeper(N + 1).
+!deeper(N) <- ?missing(N).
-!deeper(4)[code(C)] <- .print("at 4: ", C); .fail.
-!deep[error(E)] <- .print("deep: ", E).
+!late <- !handler.
+!handler <- .fail.
-!handler <- .print("handles"); !fails_too; .print("never").
+!fails_too <- .fail.
-!fails_too <- .print("and this").
-!late <- .print("never late").
