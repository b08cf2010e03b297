!start.
+p(X) : ready <- .print("handled ", X).
+!start <- ++p(1); .wait(50); +ready; .wait(50); !ending.
+!ending : .my_name(second) <- .wait(100); .stopMAS.
+!ending.
