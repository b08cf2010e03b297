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
      .wait(200);
      .all_names(Names);
      .sort(Names, Sorted);
      .print("left: ", Sorted);
      .stopMAS.
