!day.

+!day
   <- hire(bob);
      hire(kim);
      .wait(at_work(bob)[source(bob)]);
      .wait(at_work(kim)[source(kim)]);
      .send([bob, kim], achieve, make(2));
      .wait(.count(made(2)[source(_)], 2));
      .print("both have made 2");
      fire(kim);
      .wait(gone(Gone));
      .print("gone: ", Gone);
      !until_gone(kim);
      .all_names(Names);
      .sort(Names, Sorted);
      .print("left: ", Sorted);
      .stopMAS.

+!until_gone(Name) : .all_names(Names) & not .member(Name, Names).
+!until_gone(Name) <- .wait(20); !until_gone(Name).
