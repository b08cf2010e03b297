{ register_function("calc.Area") }
{ register_function("calc.Hyp") }

value(1). value(2)[unit(cm)]. value(3). ~value(4).
age(bob, 33). age(eve, 35). age(tom, 12).
grown(P) :- age(P, A) & A > 17.

!start.
!nothing.

+!start
  <- calc.between(1, 4, X); .print("first ", X);
     .findall(Y, calc.between(1, 4, Y) & Y \== 3, L); .print(L);
     for (calc.between(5, 6, Z)) { .print("each ", Z) };
     calc.holds(value(V) & V > 1, V2); .print(V, " ", V2);
     calc.all(grown(P), P, All); .print(All);
     .print(calc.area(2, 3) + 1, " ", math.max(calc.area(1, 1), 0));
     if (H = calc.hyp(3, 4)) { .print("hyp ", H) };
     calc.goal("made(1)"); calc.goal({ .print("in a body"); .print("twice") });
     calc.event("+told(x)[source(nobody)]");
     calc.swap(pair(A1, B1), pair(7, C1)); .print(A1, " ", B1, " ", C1);
     .wait(200);
     !errors;
     .wait(100);
     .stopMAS.

+!made(N) <- .print("made ", N).
+told(X)[source(S)] <- .print("told ", X, " by ", S).

+!errors <- !e(1); !e(2); !e(3).
+!e(1) <- calc.between(1).
+!e(2) <- calc.between(a, b, X).
+!e(3) <- calc.event(wrong, X).
-!e(N)[error(E), error_msg(M)] <- .print(N, " ", E, ": ", M).
+!nothing.
