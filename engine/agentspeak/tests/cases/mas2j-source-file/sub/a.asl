// A file is called as the project calls it.
!start.
@l1[k] +!shown(1) <- .print(a).
+!start <- .plan_label(P, l1); .print(P); unknown_act.
-!start[code_src(S), code_line(L), error(E)] <- .print(S, " ", L, " ", E); !next.
+!next <- X = 3; X > 4.
-!next[error_msg(M)] <- .print(M); +ready.
+!end : ready <- .print(end); .send(b, achieve, end).
