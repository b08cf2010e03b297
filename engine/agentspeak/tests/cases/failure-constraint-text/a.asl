// What is said of a constraint that does not hold: the rest of the body, its place, and what variables stand for.
!start.
+!start <- !g(7).
+!g(A) <- X = 3; Y = f(X, Z); Long = "text"; C = [1, 2|T];
   A > 10; .print(no).
-!g(A)[error(E), error_msg(M)] <- .print(M); !h(1).
+!h(N) <- if (N > 0) { K = 5; K < 3; .print(never); !x } else { .print(x) }; .print(after); ?y; +z; -w; -+v; !!u.
-!h(A)[error_msg(M)] <- .print(M); !m.
+!m : U = 4 <- U < 3.
-!m[error_msg(M)] <- .print(M); !o.
+!o <- .my_name(Me); Me \== Me.
-!o[error_msg(M)] <- .print(M); !p.
+!p <- f(A, 2) = f(1, 3); a | b.
-!p[error_msg(M)] <- .print(M); !q.
+!q <- Text = "a b"; Text == "c"; .print(Text).
-!q[error_msg(M), code(C), code_line(L)] <- .print(M); .print(C, L); !r.
+!r <- !deep(1, 2).
-!r[error_msg(M)] <- .print(M); .stopMAS.
+!deep(A, B) <- A + B == 4; .print(never).
