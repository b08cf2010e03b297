!other(1). !atomic. !other(2).

+!other(N) <- .print("other ", N, " a"); .print("other ", N, " b"); .print("other ", N, " c"); .print("other ", N, " d").
@at[atomic]
+!atomic
   <- .print("begins"); !sub; .print("after sub"); !!new; +b; .print("after b"); !fails; .print("after failure"); .print("ends").
+!sub <- .print("sub 1"); .print("sub 2").
+!new <- .print("new").
+b <- .print("b 1"); .print("b 2").
+!fails <- .fail.
-!fails <- .print("handled"); .wait(100); .stopMAS.
