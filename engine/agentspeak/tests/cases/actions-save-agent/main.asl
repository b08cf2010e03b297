b(1).
c("s")[source(bob), k].
r(X) :- b(X) & not c(X).
!start.
+!start : .my_name(main) <- +b(2); .save_agent("saved.asl", [again(7)]); .create_agent(copy, "saved.asl"); .wait(finished); .stopMAS.
+!again(X) <- .my_name(N); .findall(Y, b(Y), L); .findall(Y, r(Y), R); .findall(S, c(_)[source(S)], T); .print(N, " ", X, L, R, T); .send(main, tell, finished).
