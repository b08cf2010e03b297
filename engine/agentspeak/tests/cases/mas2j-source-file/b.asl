!start.
@lb +!shown(2) <- .print(b).
+!start <- .plan_label(P, lb); .print(P); .send(c, askHow, {+!what}, L); .print(L); .wait(500); .send(a, achieve, end).
+!end <- .stopMAS.
