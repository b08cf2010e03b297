!start.

+!start
  <- for (.member(Case, [
    log, log_no_message, log_structure, log_level_wrong, log_level_unbound
     ])) { !check(Case) };
     .stopMAS.

+!check(log)
  <- .log(info, "info ", p(1), X); .log(warning, "warning"); .log(severe, "severe"); .log(fine, "fine"); .log(finer, "finer"); .log(finest, "finest"); .log(other, "other").
+!check(log_no_message) <- .log(info).
+!check(log_structure) <- .log(info, [1,"x"], " ", 2.0).
+!check(log_level_wrong) <- .log(p(1), x).
+!check(log_level_unbound) <- .log(L, x).

-!check(Case)[error(Error), error_msg(Message)] <- .print(Case, ": ", Error, " ", Message).
-!check(Case) <- .print(Case, ": failed").
