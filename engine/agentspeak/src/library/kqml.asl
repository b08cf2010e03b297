// How messages are understood, where a program has no plans of its own for them.

// What is told is believed, as from who told it; of a list, each literal.
@kqml_tell[atomic]
+!kqml_received(From, tell, NS::What, _)
   : .literal(NS::What) & .ground(NS::What) & .add_nested_source(NS::What, From, NS::Belief)
  <- ++NS::Belief.
+!kqml_received(From, tell, What, _) : .list(What) <- !kqml_tell_each(From, What).
+!kqml_tell_each(_, []).
+!kqml_tell_each(From, [NS::What|Others]) : .literal(NS::What) & .ground(NS::What)
  <- .add_nested_source(NS::What, From, NS::Belief);
     ++NS::Belief;
     !kqml_tell_each(From, Others).
+!kqml_tell_each(From, [_|Others]) <- !kqml_tell_each(From, Others).

@kqml_untell[atomic]
+!kqml_received(From, untell, NS::What, _) : .add_nested_source(NS::What, From, NS::Belief) <- --NS::Belief.

// What is wanted becomes a goal; of a list, each element.
+!kqml_received(From, achieve, NS::What, _) : not .list(NS::What) & .add_nested_source(NS::What, From, NS::Goal)
  <- !!NS::Goal.
+!kqml_received(From, achieve, What, _) <- !kqml_achieve_each(From, What).
+!kqml_achieve_each(_, []).
+!kqml_achieve_each(From, [NS::What|Others])
  <- .add_nested_source(NS::What, From, NS::Goal);
     !!NS::Goal;
     !kqml_achieve_each(From, Others).

@kqml_unachieve[atomic]
+!kqml_received(_, unachieve, NS::What, _) <- .drop_desire(NS::What).

// A question is answered from what is believed, or else by a plan for it.
+!kqml_received(From, askOne, NS::What, Id) : .answer(NS::What, NS::Answer) <- .send(From, tell, NS::Answer, Id).
+!kqml_received(From, askOne, NS::What, Id)
  <- .add_nested_source(NS::What, From, NS::Question);
     ?NS::Question;
     .remove_source_annot(NS::Question, NS::Answer);
     .send(From, tell, NS::Answer, Id).
-!kqml_received(From, askOne, NS::What, Id)[error(test_goal_failed)] <- .send(From, untell, NS::What, Id).
+!kqml_received(From, askAll, NS::What, Id)
  <- .findall(NS::Answer, .answer(NS::What, NS::Answer), Answers);
     .send(From, tell, Answers, Id).

// Plans.
+!kqml_received(From, tellHow, What, _)
  <- .remove_source_annot(What, Plans);
     .add_plan(Plans, From).
+!kqml_received(From, untellHow, What, _) <- .remove_plan(What, From).
+!kqml_received(From, askHow, What, Id)
  <- .relevant_plans(What, Found);
     .remove_source_annot(Found, Plans);
     .send(From, tellHow, Plans, Id).

+!kqml_received(From, signal, NS::What, _) : not .list(NS::What) & .add_nested_source(NS::What, From, NS::Event)
  <- .signal({+NS::Event}).

-!kqml_received(_, _, _, _)[error(Error), error_msg(Message)] <- .print("Communication error -- ", Error, ": ", Message).
