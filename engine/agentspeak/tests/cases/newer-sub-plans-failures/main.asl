!start.

+!start <- !a; !b; !c; !d; !e; !f; !g; !h(1); !h(2); !h(4); .stopMAS.
+!a <- !in; .print("a goes on"). {
   +!in <- .print("a in"); .fail.
   -!in[error(E)] <- .print("a caught ", E).
}
-!a <- .print("a failed").
+!b <- !in; .print("b goes on"). {
   +!in <- .print("b in"); !unknown.
   -!in <- .print("b caught").
   -!unknown <- .print("b does not know").
}
-!b <- .print("b failed").
+!c <- !in; .print("c goes on"). {
   +!in <- .print("c in"); !out.
   -!in <- .print("c caught").
}
-!c <- .print("c failed").
+!out <- .print("out"); .fail.
+!d <- !in; .print("d goes on"). {
   +!in <- .print("d in"); !deep. {
      +!deep <- .fail.
      -!deep <- .print("deep caught").
   }
   -!in <- .print("d caught").
}
-!d <- .print("d failed").
+!e <- .fail. { -!e <- .print("e caught within"). }
-!e <- .print("e failed").
+!f <- !in; .print("f goes on"). {
   +!in <- .print("f in"); .fail.
   -!in <- .print("f caught"); .fail.
   -!f <- .print("f caught within").
}
-!f <- .print("f failed").
+!g <- !in; .print("g goes on"). {
   +!in <- .print("g in"); .fork(and, { !deep }, { .print("beside") }); .print("g joined").
   +!deep <- .print("g deep"); .fail.
   -!deep <- .print("g caught").
}
-!g <- .print("g failed").
+!h(N) <- !in(N); .print("h goes on ", N). {
   +!in(N) <- !deep(N).
   +!deep(1) <- .fail.
   +!deep(2) <- .fail.
   +!deep(N) <- !deep(N - 1).
   -!deep(1) <- .print("h caught 1").
}
-!h(N) <- .print("h failed ", N).
-!in(N) <- .print("in failed ", N).
-!deep(N) <- .print("deep failed ", N).
