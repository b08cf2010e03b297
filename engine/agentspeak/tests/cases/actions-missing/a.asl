// An internal action that nobody has written fails where it is called, and is no solution of a formula.
!start.
ok :- jia.check(1) | jia.check(2).
+!start <- .print(begin); jia.foo(1); .print(never).
-!start[error(E), error_msg(M), code(C)] <- .print(E, " ", M, " ", C); !context.
+!context : jia.bar(_) <- .print(never).
+!context : not jia.bar(_) & not ok <- .print(otherwise); jia.foo(2, X).
-!context[error(E), error_msg(M)] <- .print(E, " ", M); .findall(X, jia.bar(X), L); .print(L); !body.
+!body <- if (jia.bar(1)) { .print(never) } else { .print(no) }; for (jia.all(X)) { .print(never) }; while (jia.bar(1)) { .print(never) }; ?jia.bar(1); .print(never).
-!body[error(E)] <- .print(E); !deep.
+!deep <- !inner; .print("goes on").
+!inner <- jia.foo.
-!inner[error(E)] <- .print("inner ", E); .wait(jia.foo(1) | true); .stopMAS.
