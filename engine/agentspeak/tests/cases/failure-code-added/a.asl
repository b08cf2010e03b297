// A plan that a step has added was written where that step was; a text nowhere.
!start.
+!start <- .add_plan({+!g1 <- unknown1});
   !g1.
-!start[error(E), code(C), code_line(L), code_src(S)] <- .print(C, " ", L, " ", S); !b.
+!b <- .add_plan("+!g2 <- .print(x);\n unknown2."); !g2.
-!b[error(E), code(C), code_line(L), code_src(S)] <- .print(C, " ", L, " ", S); !c.
+!c <- +{+!g3 <- Text = "t";
   Text == "u"}; !g3.
-!c[error_msg(E), code(C), code_src(S)] <- .print(C, " ", S, " ", E); !d.
+!d <- .relevant_plans({+!g1}, L); .print(L); .add_plan({@deep +!g4 <- .add_plan({+!g5 <- unknown5}); !g5}); !g4.
-!d[error(E), code(C), code_line(L), code_src(S)] <- .print(C, " ", L, " ", S); .stopMAS.
