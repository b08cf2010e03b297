// Meta-programming: n plans are made of text, added, counted, executed and removed.
{ include("rounds.asl") }

+!work(N, Sum) <- !learn(N, 0, Sum).

+!learn(0, Sum, Sum).
+!learn(I, Before, Sum)
   <- .concat("@skill", I, " +!skill(", I, ", X, Y) <- Y = X + ", I, ".", Text);
      .add_plan(Text);
      !skill(I, 10, Y);
      .relevant_plans({ +!skill(I, _, _) }, Plans);
      .length(Plans, Count);
      .concat("skill", I, Name);
      .term2string(Label, Name);
      .remove_plan(Label);
      !learn(I - 1, Before + Y * Count, Sum).
