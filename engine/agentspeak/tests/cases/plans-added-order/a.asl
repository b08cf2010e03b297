!start.

+!g <- .print("of the file").
+!h <- .print("of the file").
+!start
   <- +{ @a +!g <- .print("a") }; !g;
      +{ @b +!g <- .print("b") }; !g;
      .add_plan({ @c +!h <- .print("c") }); !h;
      .add_plan({ @d +!h <- .print("d") }, self, begin); !h;
      .add_plan({ @e +!h <- .print("e") }, self, begin); !h;
      .relevant_plans({ +!g }, _, L); .print(L);
      .relevant_plans({ +!h }, _, [H1, H2|_]); .print(H1, " ", H2);
      .stopMAS.
