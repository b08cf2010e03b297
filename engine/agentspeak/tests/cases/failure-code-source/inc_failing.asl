// the second line is next

+!included <-
   .print("included");
   .fail.
