!start.

+!start
  <- .at("now +500", { +!due(2) }); .at("now +200 ms", { +!due(1) }); .at("now +800", { +event(3) });
     .print("set");
     .wait({ +event(_) });
     .at("now", { +!due(4) }) ;
     .print("not reached").
-!start[error(E), error_msg(M)] <- .print(E, " ", M); !rest.

+!rest
  <- !wrong(1); !wrong(2); !wrong(3); !wrong(4);
     .at("now +100", { +!due(5) });
     .drop_all_intentions;
     .at("now +500", { +!end }).
+!end <- .print("end"); .stopMAS.

+!due(X) <- .print("due ", X).
+event(X) <- .print("event ", X).
+!wrong(1) <- .at("tomorrow", { +!due(0) }).
+!wrong(2) <- .at(10, { +!due(0) }).
+!wrong(3) <- .at("now +x", { +!due(0) }).
+!wrong(4) <- .at("now +10").
-!wrong(X)[error(E), error_msg(M)] <- .print(X, " ", E, " ", M).
