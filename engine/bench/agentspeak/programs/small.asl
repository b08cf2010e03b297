+!count(To)[source(Asker)]
   <- !count(To, 0, Sum);
      .my_name(Me);
      .send(Asker, tell, counted(Me, Sum)).

+!count(0, Sum, Sum).
+!count(I, Before, Sum) <- !count(I - 1, Before + I, Sum).
