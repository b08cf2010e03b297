// a line
/* a block
   of lines */
!start. /* after */ p(1). // p(2).
p(3). p(4).
+!start
   :  p(1) /* inside */ & // and here
      p(3)
   <- .print("a // no comment /* in a string */");
      ?p(4)
      ; .print(
          "spread",
          " over"
        );
      .findall(X,p(X),L);.print(L);
      .stopMAS
   .
