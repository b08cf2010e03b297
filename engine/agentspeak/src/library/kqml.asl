// How messages are understood, where a program has no plans of its own for them.

// The content is believed, with its sender as source; of a list, each literal.
@kqmlReceivedTellStructure[atomic]
+!kqml_received(From, tell, NS::What, _)
   :  .literal(NS::What) & .ground(NS::What) & .add_nested_source(NS::What, From, NS::Belief)
   <- ++NS::Belief.
@kqmlReceivedTellList
+!kqml_received(From, tell, What, _) : .list(What) <- !add_all_kqml_received(From, What).
@kqmlReceivedTellList1
+!add_all_kqml_received(_, []).
@kqmlReceivedTellList2
+!add_all_kqml_received(From, [NS::What | Others]) : .literal(NS::What) & .ground(NS::What)
   <- .add_nested_source(NS::What, From, NS::Belief);
      ++NS::Belief;
      !add_all_kqml_received(From, Others).
@kqmlReceivedTellList3
+!add_all_kqml_received(From, [_ | Others]) <- !add_all_kqml_received(From, Others).

@kqmlReceivedUnTell[atomic]
+!kqml_received(From, untell, NS::What, _) : .add_nested_source(NS::What, From, NS::Belief)
   <- --NS::Belief.

// What is wanted becomes a goal; of a list, each element.
@kqmlReceivedAchieve
+!kqml_received(From, achieve, NS::What, _)
   :  not .list(NS::What) & .add_nested_source(NS::What, From, NS::Goal)
   <- !!NS::Goal.
@kqmlReceivedAchieveList
+!kqml_received(From, achieve, What, _) : .list(What) <- !add_all_kqml_achieve(From, What).
@kqmlReceivedAchieveList1
+!add_all_kqml_achieve(_, []).
@kqmlReceivedAchieveList2
+!add_all_kqml_achieve(From, [NS::What | Others])
   <- .add_nested_source(NS::What, From, NS::Goal);
      !!NS::Goal;
      !add_all_kqml_achieve(From, Others).

@kqmlReceivedUnAchieve[atomic]
+!kqml_received(_, unachieve, NS::What, _) <- .drop_desire(NS::What).

// A question is answered from what is believed, or else by a plan for it.
@kqmlReceivedAskOne1d
+!kqml_received(From, askOne, NS::What, Id) : .answer(NS::What, NS::Answer, 1)
   <- .send(From, tell, NS::Answer, Id).
@kqmlReceivedAskOne1c
+!kqml_received(From, askOne, NS::What, Id)
   <- .add_nested_source(NS::What, From, NS::Question);
      ?NS::Question;
      .remove_source_annot(NS::Question, NS::Answer);
      .send(From, tell, NS::Answer, Id).
@kqmlReceivedAskOne2
-!kqml_received(From, askOne, NS::What, Id)[error(test_goal_failed)]
   <- .send(From, untell, NS::What, Id).
@kqmlReceivedAskAll2
+!kqml_received(From, askAll, NS::What, Id)
   <- .findall(NS::Answer, .answer(NS::What, NS::Answer), Answers);
      .send(From, tell, Answers, Id).

// Plans.
@kqmlReceivedTellHow
+!kqml_received(From, tellHow, What, _)
   <- .remove_source_annot(What, Plans);
      .add_plan(Plans, From).
@kqmlReceivedUnTellHow
+!kqml_received(From, untellHow, What, _) <- .remove_plan(What, From).
@kqmlReceivedAskHow
+!kqml_received(From, askHow, What, Id)
   <- .relevant_plans(What, Found);
      .remove_source_annot(Found, Plans);
      .send(From, tellHow, Plans, Id).

@kqmlReceivedSignal
+!kqml_received(From, signal, NS::What, _)
   :  not .list(NS::What) & .add_nested_source(NS::What, From, NS::Event)
   <- .signal({ +NS::Event }, type_signal).

// Of a list, nothing is believed no longer, and no question is answered.
@kqmlReceivedUnTellList
+!kqml_received(_, untell, What, _) : .list(What).
@kqmlReceivedAskOneList
+!kqml_received(From, askOne, What, Id) : .list(What) <- .send(From, untell, What, Id).

@kqmlError
-!kqml_received(_, _, _, _)[error(Error), error_msg(Message)]
   <- .print("Communication error -- ", Error, ": ", Message).
