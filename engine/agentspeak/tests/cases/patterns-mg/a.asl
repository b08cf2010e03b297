!start.

{ begin mg(charged) }
+!charged <- .print("charging"); +charged.
{ end }

+!start <- .wait(30); .print("losing it"); -charged; .wait(50);
   if (charged) { .print("charged") } else { .print("empty") };
   .stopMAS.
