b(1).
c("s")[source(bob), k].
r(X) :- b(X).

!start.

+!start
  <- for (.member(Case, [
    save, save_arguments, files, files_all, files_none, files_check_fails, files_pattern_wrong,
    files_folder_wrong, files_arguments
     ])) { !check(Case) };
     .stopMAS.

+!check(save)
  <- .save_agent("saved.txt", [again, p(1)]); .list_files(".", "saved.*", L); .print(L).
+!check(save_arguments) <- .save_agent.
+!check(files) <- .list_files(".", ".*.asl", L); .print(L).
+!check(files_all) <- .list_files("data", L); .sort(L, S); .print(S).
+!check(files_none) <- .list_files("nowhere", L); .print(L).
+!check(files_check_fails) <- .list_files("data", "one.*", []).
+!check(files_pattern_wrong) <- .list_files(".", x, L).
+!check(files_folder_wrong) <- .list_files(x, L).
+!check(files_arguments) <- .list_files(".").

-!check(Case)[error(Error), error_msg(Message)] <- .print(Case, ": ", Error, " ", Message).
-!check(Case) <- .print(Case, ": failed").
