!start.

+!start <- !!other; !time; !!other; !formula; !!other; !inner; !!other; .wait(50); .print("end"); .stopMAS.

@time[atomic]
+!time <- .print("time"); !!later(1); .wait(30); .print("time is over").
@formula[atomic]
+!formula <- .print("formula"); !!later(2); .my_name(Me); .send(Me, tell, told(1)); .wait(told(_)); .print("formula holds").
@inner[atomic]
+!inner <- .print("inner"); !!later(3); !waits; .print("inner goes on").
+!waits <- .wait(20); .print("waited").
+!later(X) <- .print("later ", X).
+!other <- .print("other").
+told(X)[source(S)] <- .print("told ", X, " by ", S).
