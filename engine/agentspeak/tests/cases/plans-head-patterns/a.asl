!start.

+!start
   <- for (.member(T, [1, 2.5, "text", atom, f(1, 2), f(1, 1), f(a, [1]), [], [1], [1, 2], [1, 2, 3], ~neg(1), neg(2), p(1)[note], p(2), "", {a; b}, -3])) { !kind(T) };
      !two(1, 1); !two(1, 2); !two(X, 5); .print(X); !two(Y, Z);
      .stopMAS.
+!kind(1) <- .print("one").
+!kind("") <- .print("empty text").
+!kind("text") <- .print("the text").
+!kind([]) <- .print("empty list").
+!kind([X]) <- .print("one element ", X).
+!kind([X, Y]) <- .print("two elements ", X, Y).
+!kind([X|T]) <- .print("a list ", X, T).
+!kind(f(X, X)) <- .print("twice ", X).
+!kind(f(X, [Y|_])) <- .print("f of list ", X, Y).
+!kind(f(X, Y)) <- .print("f ", X, Y).
+!kind(~neg(X)) <- .print("negative ", X).
+!kind(p(X)[note]) <- .print("noted ", X).
+!kind(p(X)) <- .print("p ", X).
+!kind(-3) <- .print("minus three").
+!kind({H; T}) <- .print("body ", H).
+!kind(X) : .number(X) <- .print("number ", X).
+!kind(X) <- .print("other ", X).
+!two(X, X) <- .print("same ", X).
+!two(X, Y) <- .print("not the same ", X, Y).
