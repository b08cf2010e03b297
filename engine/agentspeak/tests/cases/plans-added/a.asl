!start.

+!g <- .print("g of the file").
+!start
   <- +{ +!h(X) <- .print("h ", X) };
      !h(1);
      +{ @newg +!g <- .print("g added") };
      !g;
      .add_plan("@txt +!k(X) : X > 1 <- .print(\"k \", X).");
      !k(2);
      .add_plan({ @front +!g <- .print("g in front") }, self, begin);
      !g;
      .add_plan({ @back +!g <- .print("g at the end") }, self, end);
      !g;
      .remove_plan(front);
      !g;
      .remove_plan([newg, back]);
      !g;
      .stopMAS.
