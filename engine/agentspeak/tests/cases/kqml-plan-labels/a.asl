// The plans for messages have names that programs rely on.
!start.
+!start
  <- .relevant_plans({+!kqml_received(_, tell, _, _)}, _, L1); !names(L1);
     .relevant_plans({+!kqml_received(_, achieve, _, _)}, _, L2); .print(L2);
     for (.member(Name, [kqmlReceivedTellStructure, kqmlReceivedTellList, kqmlReceivedTellList1, kqmlReceivedTellList2, kqmlReceivedTellList3, kqmlReceivedUnTell,
       kqmlReceivedAchieve, kqmlReceivedAchieveList, kqmlReceivedAchieveList1, kqmlReceivedAchieveList2, kqmlReceivedUnAchieve, kqmlReceivedAskOne1d,
       kqmlReceivedAskOne1c, kqmlReceivedAskOne2, kqmlReceivedAskAll2, kqmlReceivedTellHow, kqmlReceivedUnTellHow, kqmlReceivedAskHow, kqmlReceivedSignal, kqmlError,
       kqmlReceivedNothing])) { !known(Name) };
     .remove_plan(kqmlReceivedUnAchieve);
     .remove_plan(kqmlReceivedTellHow);
     .my_name(Me); .send(Me, tellHow, "+!told <- .print(told)."); .print(sent); .print(waiting); .print(waiting); .print(waiting); !told.
-!start[error(E)] <- .print(E); .stopMAS.
+!names(L) <- .print(L).
+!known(Name) : .plan_label(P, Name) <- .plan_label(P, L); .print(L).
+!known(Name) <- .print("no ", Name).
