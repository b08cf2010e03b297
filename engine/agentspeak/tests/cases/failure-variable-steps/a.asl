// What is said where a variable stands for a step and has no value for that.
!start.
+!start <- X; .print(a).
-!start[error(E), error_msg(M)] <- .print(E, " ", M); !b.
+!b <- !X; .print(a).
-!b[error(E), error_msg(M)] <- .print(E, " ", M); !c.
+!c <- +X; .print(a).
-!c[error(E), error_msg(M)] <- .print(E, " ", M); !d.
+!d <- X = 3; !X; .print(a).
-!d[error(E), error_msg(M)] <- .print(E, " ", M); !e.
+!e <- X = "s"; -X; .print(a); +z(X).
-!e[error(E), error_msg(M)] <- .print(E, " ", M); !f.
+!f <- X = {a; b}; !X.
-!f[error(E), error_msg(M)] <- .print(E, " ", M); !g.
+!g <- X = {a}; ?X.
-!g[error(E), error_msg(M)] <- .print(E, " ", M); !h.
+!h <- X = 4; X.
-!h[error(E), error_msg(M)] <- .print(E, " ", M); !j.
+!j <- +p(Y); .print(j); ?p(3); ?q(Z); .print(never).
-!j[error(E), error_msg(M)] <- .print(E, " ", M); !l.
+!l <- act(X, 3).
-!l[error(E), error_msg(M)] <- .print(E, " ", M); !m.
+!m <- .nth(5, [a], X).
-!m[error(E), error_msg(M)] <- .print(E, " ", M); .stopMAS.
