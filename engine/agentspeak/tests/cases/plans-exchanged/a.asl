// Plans without labels get labels of which all agents have different ones, so that they can be exchanged.
!start.
+!start
  <- .send(b, askHow, {+!k}, L); .print(L); .add_plan(L); !k;
     .send(b, askHow, "+!two", L2); .print(L2); .add_plan(L2); .add_plan(L2); !two;
     .relevant_plans({+!k}, K); .print(K);
     .relevant_plans({+!two}, T); .print(T);
     .send(b, tellHow, {+!other <- .print("told other")});
     .send(b, tellHow, {@mine +!third <- .print("told third")});
     .send(b, tellHow, [{@four[x] +!fourth : true <- .print("told fourth"); !fifth}, "+!fifth <- .print(\"told fifth\")."]);
     .send(b, achieve, look).
+!own <- .print(own).
+!t. +!w. v.
+!back <- .send(b, untellHow, mine); .send(b, untellHow, [four, nobody]); .send(b, achieve, last).
