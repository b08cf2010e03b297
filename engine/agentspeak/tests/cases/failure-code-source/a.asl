!start.

{ include("inc_failing.asl") }

+!start <- !t(1); !t(2); !t(3); !t(4); !t(5); .stopMAS.
+!t(1)
   <- if (true) {
         .print("in a block");
         .nth(5, [], x)
      };
      .print("not reached").
+!t(2)
   <- for (.member(X, [1])) {
         ?missing(X)
      }.
+!t(3) <- !included.
+!t(4)
   <- !one
      |&|
      !two.
+!t(5) :
   true
   <-
      Y = 1; Y > 3.
+!one <- true.
+!two <-
   ?missing(two).

-!t(N)[error(E), code(C), code_line(L), code_src(S)]
   <- .substring(S, Base, 5); .print(N, ": ", E, " ", C, " ", Base, ":", L).
