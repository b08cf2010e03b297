p(1). p(2).
!start.

+!start
   <- !!k(1); !!k(2); .wait(50);
      --p(1); .wait(50); ++q(5); .wait(50);
      ++over(1); .wait(50); --p(2); .wait(50); ++over(2); .wait(50); ++q(6); .wait(50);
      .stopMAS.
+!k(I) <: over(I) <- .print("k ", I). {
   -p(X) <- .print("k ", I, " misses p ", X); !sub(X); .print("k ", I, " is back").
   +q(X) <- .print("q ", X, " in k ", I); !missing(X); .print("not reached").
}
+!sub(X) <- .print("sub ", X).
