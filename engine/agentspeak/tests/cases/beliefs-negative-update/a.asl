!start.
p(1).
+!start <- +~p(1); if (p(1)) { .print("p") }; if (~p(1)) { .print("~p") }; -+~p(2); .findall(X, ~p(X), L); .print(L); .findall(Y, p(Y), M); .print(M); .stopMAS.
