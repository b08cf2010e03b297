+!try(I, X)[source(Teacher)]
   <- .wait(.relevant_plans({ +!exercise(I, _, _) }, [_ | _]));
      !exercise(I, X, Y);
      .send(Teacher, tell, answer(I, Y));
      .concat("lesson", I, Name);
      .term2string(Label, Name);
      .remove_plan(Label, Teacher).
