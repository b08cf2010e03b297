// Rules are added to and taken from what is believed by `+` and `-`, also as the value of a variable.
m(1). m(2). m(3).
n(0).
!start.
+n(X) <- .print("added ", X).
-n(X) <- .print("deleted ", X).
+!start
  <- +{n(X) :- m(X) & X > 1}; !show(n(_), 1);
     +{n(Y) :- m(Y) & Y > 1}; !show(n(_), 2);
     ++{n(7) :- true}; !show(n(_), 3);
     -{n(X) :- m(X) & X > 1}; !show(n(_), 4);
     -{n(_) :- _}; !show(n(_), 5);
     !variable.
-!start[error(E), error_msg(M)] <- .print(E, M); !variable.
+!variable
  <- R = {o(X) :- m(X)}; +R; +R; !show(o(_), 6);
     -R; !show(o(_), 7);
     -R; !show(o(_), 8);
     -+R; !show(o(_), 9);
     !values.
-!variable[error(E), error_msg(M)] <- .print(E, M); !values.
+!values
  <- V = 2; +{q(Z, V) :- m(Z) & Z > V}; ?q(A, B); .print(A, " ", B);
     +{~q(X)[foo] :- m(X)}; ?~q(C)[foo]; .print(C);
     !plan.
-!values[error(E), error_msg(M)] <- .print(E, M); !plan.
// What cannot be believed changes nothing.
+!plan
  <- P = {@lp +!zz <- .print(zz)}; +P; .print(a); -P; .print(b); ++P;
     T = {+!zz(X)}; +T; .print(c); -T; .print(d); L = [a]; +L; .print(e); -L; .print(f);
     -{n(3) :- m(3)}; .print(g);
     .relevant_plans({+!zz}, RP); .print(RP); .count(zz, N); .print(N);
     +{@lp +!zz <- .print(zz)}; !zz; -{@lp +!zz}; !zz.
-!plan[error(E)] <- .print(E); !number.
+!number <- X = 3; +X.
-!number[error(E)] <- .print(E); !text.
+!text <- X = "s"; +X.
-!text[error(E)] <- .print(E); !body.
+!body <- X = {a;b}; +X.
-!body[error(E)] <- .print(E); .stopMAS.
+!show(P, I) <- P =.. [F|_]; .findall(X, P =.. [_, _, [X], _] & P, L); .findall(Y, n(Y) & I < 6 | o(Y) & I > 5, LL); .print(I, " ", LL).
