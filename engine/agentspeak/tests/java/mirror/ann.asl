{ include("shared.asl") }
believes(x)[source(self), sure(0.5)].
rule(X) :- believes(X) & not other(X).
!main.
@main[priority(2)]
+!main <- !!beside; .wait(50); look.intentions(I); .print(I); !inner(1).
+!inner(N) <- look.stack(S); .print(S); look.plans(L); .print(L); look.beliefs(B); .print(B); look.goal(g(N), 3); .wait(200); look.drop(beside, D); .print(D); .wait(100); look.add("+!fresh(X) : X > 1 <- .print(\"fresh \", X)."); !fresh(2); look.remove(fresh); !fresh(3).
-!inner(N)[error(E)] <- .print("inner ", E); .send(bob, tell, go).
+!beside <- .wait(5000); .print(never).
+!g(X)[prio(P)] <- .print("g ", X, " ", P).
+!g(X) <- .print("g ", X).
+bye <- .wait(100); .stopMAS.
