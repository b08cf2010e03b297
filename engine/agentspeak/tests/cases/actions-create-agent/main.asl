!start.
b(1).

+!start
  <- .create_agent(bob, "made.asl"); .wait(ready[source(bob)]); .print("bob");
     .create_agent("tom", "made.asl"); .wait(ready[source(tom)]); .print("tom");
     .create_agent(bob, "made.asl"); .wait(ready[source(bob_1)]); .print("same name");
     .create_agent(Ann, "made.asl"); .wait(ready[source(ann)]); .print("variable: ", Ann); .string(Ann);
     .create_agent(zoe, "made.asl", [agentClass("jason.asSemantics.Agent"), beliefBaseClass("jason.bb.DefaultBeliefBase")]); .wait(ready[source(zoe)]); .print("zoe");
     .all_names(L); .sort(L, Sorted); .print(Sorted);
     .send(bob, tell, hello); .wait(hello_back[source(bob)]); .print("answered");
     .kill_agent(bob); .wait(250); .all_names(M); .sort(M, SortedM); .print(SortedM);
     .kill_agent("tom"); .wait(250);
     for (.range(I, 1, 7)) { !wrong(I) };
     .stopMAS.

+!wrong(1) <- .create_agent(new, made).
+!wrong(2) <- .create_agent(new, "made.asl", a).
+!wrong(3) <- .create_agent.
+!wrong(4) <- .kill_agent(nobody).
+!wrong(5) <- .kill_agent.
+!wrong(6) <- .kill_agent(zoe, x).
+!wrong(7) <- .create_agent(new, "missing.asl"); .print("never").
-!wrong(X)[error(E), error_msg(M)] <- .print(X, " ", E, " ", M).
