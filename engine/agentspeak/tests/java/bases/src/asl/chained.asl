!start.
+!start <- +kept(1); +kept(2)[source(other)]; -kept(1); .print("changed"); .wait(700); .stopMAS.
