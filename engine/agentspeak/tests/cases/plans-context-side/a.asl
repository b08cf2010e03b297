flag(off).
!start.

+!start <- !!g; -+flag(on); .print("flag set"); .wait(30); .stopMAS.
+!g : flag(on) <- .print("on").
+!g : flag(off) <- .print("off").
