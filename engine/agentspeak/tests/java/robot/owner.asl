!get(juice).

+!get(B) <- .send(robot, achieve, has(owner, B)).

+has(owner, B) <- !drink(B).
-has(owner, B) <- .print("empty"); !again(B).

+!again(_) : enough <- .print("enough"); fly; .stopMAS.
+!again(B) <- !get(B).
-!again(_)[error(E)] <- .print("it ends: ", E); .wait(50); .stopMAS.

+!drink(B) : has(owner, B) <- sip(B); .print("sip"); !drink(B).
+!drink(B) : not has(owner, B).
