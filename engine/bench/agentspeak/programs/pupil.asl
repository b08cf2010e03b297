+!try(I, X)[source(Teacher)]
  <- !exercise(I, X, Y);
     .send(Teacher, tell, answer(I, Y));
     .concat("lesson", I, Name);
     .term2string(Label, Name);
     .remove_plan(Label, Teacher).
