+news(X)[source(S)] : S \== self <- .print(X, " from ", S); .findall(A, news(X)[A], L); .print(L); .send(c, tell, news(X)[source(S)]).
