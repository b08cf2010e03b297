!start.

+!start <- !g; !sub(9); !outer; .print("end"); .stopMAS.
+!g <: over <- .print("g"); !sub(1); !deeper; .print("g ends"); +over. {
   +!sub(X) <- .print("inner sub ", X).
}
+!deeper <- !sub(2).
+!sub(X) <- .print("outer sub ", X).
+!outer <: out <- !step(1); +out. {
   +!step(X) <- .print("step ", X); !step2(X).
   +!step2(X) <- .print("second step ", X).
}
