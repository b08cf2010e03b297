// `Plan =.. [Label, Trigger, Context, Body]`
!start.
@one +!g(1) : m <- .print(a); .print(b).
@two[x] +!g(2) : p & not q.
+!g(3) <- !a.
+!start <- for (.member(N, [1,2,3])) { .relevant_plans({+!g(N)}, [P]); !show(P) };
   P1 = {@lab +!h : c <- d; e}; !show(P1);
   P2a = {+!h : c}; !try(P2a);
   P3 =.. [lx, {+!u(1)}, true, {.print(uu); .print(vv)}]; .print(P3); .add_plan(P3); !u(1);
   !build([ly[k], {+!u(2)}, {p | q}, {.print(uu)}]);
   !build([lz, {+!u(3)}, p, {}]);
   !build([lz, {+!u(3)}, p, {.print(a)}, x]);
   !build([lz, {+!u(3)}, p]);
   !build([lz, {+!u(3)}, p(1), {!a; ?b; +c}]);
   !build([ln, {+!u(5)}, {not p}, {!a}]); !build([lo, {+!u(6)}, {3 > 2}, {!a}]); !build([lq, {+u(7)}, r, {!a}]);  !build(["lz", {+!u(3)}, true, {!a; ?b; +c}]);
   !try(p(1)[a]);
   .add_plan(P3); .plan_label(PP, lx); .print(PP); LL = [lab, {+!h}, c, {d;e}]; !same(P1, LL);
   .stopMAS.
+!build(L) <- P =.. L; .print(P); .add_plan(P); P =.. [A,B,C,D]; .plan_label(PP, A); .print(PP).
-!build(L) <- .print("not ", L).
+!same(P,L) <- P =.. L; .print(yes).
-!same(P,L) <- .print(no).
+!show(P) <- P =.. [L,T,C,B]; .print(L, " / ", T, " / ", C, " / ", B).
-!show(P) <- .print("not ", P).
+!try(P) <- P =.. X; .print(X).
-!try(P) <- .print("not ", P).
