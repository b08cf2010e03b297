!start.

@[atomic] +!q <- .print("q").
@[some] +!r <- .print("r").
@undefined[other] +!s <- .print("s").
+!start
   <- !shown({+!q}); !shown({+!r}); !shown({+!s});
      .add_plan({ @[a] +!w <- .print("w") }); !shown({+!w});
      .add_plan("@[a] +!ww <- .print(ww)."); !shown({+!ww});
      .add_plan({ @undefined +!z <- .print("z") }); .add_plan({ @undefined[b] +!z <- .print("z2") }); !shown({+!z});
      !q; !r; .stopMAS.
+!shown(T) <- .relevant_plans(T, _, Labels); .print(Labels).
