!first.

+!first <- !second.
+!second <- !third; .print("never").
-!first[error(E)] <- .print("first failed: ", E); !again.
-!second[error(E)] <- .print("second failed: ", E).
+!third <- !in; .print("never"). {
   +!in <- .print("in"); .fail.
   +!other <- .print("other").
}
-!third[error(E)] <- .print("third failed: ", E).

+!again <- !!fourth.
+!fourth <- !third2; .print("fourth goes on"); .stopMAS.
+!third2 <- !in; .print("never"). {
   +!in <- .print("in"); !deep. { +!deep <- .print("deep"); .fail. }
   -!deep <- .print("deep failed"); .fail.
}
-!third2[error(E)] <- .print("third failed: ", E).
