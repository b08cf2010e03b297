!start.

+!start
   <- for (.range(I, 1, 3)) {
         .concat("@made", I, " +!made(", I, ") : true <- .print(\"made ", I, "\").", Text);
         .add_plan(Text)
      };
      !made(1); !made(2); !made(3);
      .relevant_plans({ +!made(_) }, Plans, Labels); .length(Plans, N); .print(N);
      .plan_label({ @L +!made(I2) : C <- B }, made2); .print(I2, " ", C, " ", B);
      .add_plan({ @new +!made(4) : C <- .print("before"); B }); !made(4);
      .remove_plan(made1); !made(1);
      Goal = made(3); !Goal;
      .term2string(T, "made(2)"); !T;
      A = .print("an action"); A;
      .eval(R, made(1)); .print(R);
      .stopMAS.
-!made(X)[error(E)] <- .print("cannot make ", X, ": ", E).
