!start.
+!start <- for (.range(I, 1, 77)) { .print("-", I); !t(I) }; .wait(20); .stopMAS.
+!t(1) <- +b(1)[k]; +b(1)[l]; .findall(X-A, b(X)[A], L); .print(L); -b(1)[source(self)]; .count(b(_), N); .print(N).
+!t(2) <- +c(1)[source(bob)]; -c(1); .count(c(_), N); .print(N); .abolish(c(_)); .count(c(_), M); .print(M).
+!t(3) <- +d(X); ?d(5); .print(ok); -d(_).
+!t(4) <- -+e(1); -+e(2); .findall(X, e(X), L); .print(L).
+!t(5) <- +f(1); +>f(2); +<f(0); .findall(X, f(X), L); .print(L).
+!t(6) <- .asserta(g(1)); -g(1); .count(g(_), N); .print(N).
+!t(7) <- .assertz(h(1)); -h(1); .count(h(_), N); .print(N).
+!t(8) <- .assertz(h(2)); .abolish(h(2)); .count(h(_), N); .print(N).
+!t(9) <- .belief(nob(_)); .print(never).
+!t(10) <- .add_plan({ @l1 +!p1 <- .print(p1) }, bob); .plan_label(P, l1); .print(P); !p1.
+!t(11) <- .add_plan({ @l2 +!p2 <- .print(first) }); .add_plan({ @l3 +!p2 <- .print(second) }, self, begin); !p2; .relevant_plans({+!p2}, L, LL); .print(LL).
+!t(12) <- .add_plan({ @l4 +!p4 <- .print(x) }); .add_plan({ @l4 +!p4 <- .print(x) }); .print(ok).
+!t(13) <- .add_plan({ @l5 +!p5 <- .print(x) }); .remove_plan(l5, bob); !p5.
+!t(14) <- .add_plan({ @l6 +!p6 <- .print(x) }, bob); .add_plan({ @l6 +!p6 <- .print(x) }, tom); .plan_label(P, l6); .print(P); .remove_plan(l6, bob); !p6.
+!t(15) <- .add_plan("@l7 +!p7(X) : X > 1 <- .print(X); !p7b. "); !p7(3).
+!t(16) <- .add_plan(["+!p8 <- .print(a).", {+!p8b <- .print(b)}]); !p8; !p8b.
+!t(17) <- .remove_plan([l1,l2]); .relevant_plans({+!p1}, L); .print(L).
+!t(18) <- .relevant_plans({+b(_)}, L, LL); .print(LL).
+!t(19) <- .relevant_plan({+!nope}, P).
+!t(20) <- .plan_label(P, 3).
+!t(21) <- .plan_label(3, P).
+!t(22) <- +n::x(1); n::x(Y); .print(Y).
+!t(23) <- +n::x(1); ?n::x(Y); .print(Y); .findall(Z, n::x(Z), L); .print(L); .namespace(n); -n::x(1).
+!t(24) <- N = n; +N::y(2); ?N::y(Z); .print(Z).
+!t(25) <- X = p(1)[a,b]; X =.. [F|R]; .print(F, R).
+!t(26) <- X =.. [p, [1,2], [a]]; .print(X).
+!t(27) <- X =.. [n, p, [1], []]; .print(X).
+!t(28) <- p(1)[a] = p(Y); .print(Y).
+!t(29) <- p(Y) = p(1)[a]; .print(Y).
+!t(30) <- X[source(S)] = a[source(b)]; .print(X, S).
+!t(31) <- ~a = X; .print(X); X = ~Y; .print(Y).
+!t(32) <- [a|T] = [a,b]; .print(T).
+!t(33) <- [a,b|T] = [a]; .print(T).
+!t(34) <- "a" == a; .print(ok).
+!t(35) <- 1 == 1.0; .print(ok).
+!t(36) <- X = 3; X > 2; X >= 3; .print(ok).
+!t(37) <- X = f(1+2); .print(X).
+!t(38) <- a < b; "b" < a; [z] < b; 3 < "a"; .print(ok).
+!t(39) <- f(1) < f(1,1); .print(ok).
+!t(40) <- X = 5; if (X > 3 & not X > 6 | X == 9) { .print(yes) } else { .print(no) }.
+!t(41) <- for (b9(X)) { .print(X) }; .print(none).
+!t(42) <- L = [3,1,2]; for (.member(X, L)) { if (X > 1) { .print(X) } elif (X == 1) { .print(one) } }.
+!t(43) <- while (not done9) { +done9 }; .print(done).
+!t(44) <- ?undefined(1).
+!t(45) <- !undefined(1).
+!t(46) <- undefined_action(1).
+!t(47) <- .fail_goal(undefined(1)); .print(ok).
+!t(48) <- !w1[tag]; .print(after).
+!t(49) <- !w2(X); .print(X).
+!t(50) <- !w3(X, Y); .print(X, Y).
+!t(51) <- { .print(block) }; .print(after).
+!t(52) <- V = { .print(body) }; V; .print(after).
+!t(53) <- V = { !w1 }; V.
+!t(54) <- G = w2(Z); !G; .print(Z).
+!t(55) <- G = w1; !!G; .wait(5); .print(ok).
+!t(56) <- .signal({+sig(1)}); .wait(5).
+!t(57) <- +ev(1); ++ev(2); .wait(5).
+!t(58) <- -ev(1); --ev(2); .wait(5).
+!t(59) <- .succeed_goal(nobody(_)); .print(ok).
+!t(60) <- .intend(start); .print(yes).
+!t(61) <- .intend(t(X)); .print(X).
+!t(62) <- .current_intention(I); .print(ok).
+!t(63) <- .drop_intention(zzz); .print(ok).
+!t(64) <- .suspend(zzz); .resume(zzz); .print(ok).
+!t(65) <- .at("now +5", {+sig(2)}); .wait(15); .print(ok).
+!t(66) <- .wait(sig9(X), 5, E); .print(X).
+!t(67) <- math.sqrt(16) = X; .print(X).
+!t(68) <- X = math.round(2.5) + math.floor(-1.5) + math.abs(-3); .print(X).
+!t(69) <- X = math.min([3,1]) + .length("abc"); .print(X).
+!t(70) <- X = math.foo(3); .print(X).
+!t(71) <- .print(math.pi > 3).
+!t(72) <- true.
+!t(73) <- X = (a & b); .print(X).
+!t(74) <- X = { a; !b }; X = { Y; Z }; .print(Y, " ", Z).
+!t(75) <- .print("é", 'É x', "\t|").
+!t(76) <- .print([a|X], [1,2|[3]]).
+!t(77) <- .print({ +!g(X) : X > 1 <- a; b }, " ", { x :- y & z }).
// Its message has the rest of the body in it, and the bindings in an order of their own.
-!t(I)[error(constraint_failed)] <- .print("constraint failed ", I).
-!t(I)[error(E), error_msg(M)] <- .print("failed ", I, " ", E, " ", M).
-!t(I) <- .print("failed plain ", I).
+!w1[tag] <- .print("tagged").
+!w1 <- .print("w1").
+!w2(7).
+!w3(A, A) <- A = 4.
+!w3(A, B) <- .print(no).
+!p7b <- .print(p7b).
+sig(X) <- .print("sig ", X).
+ev(X) <- .print("+ev ", X).
-ev(X) <- .print("-ev ", X).
