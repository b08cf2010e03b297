{ register_function("demo.twice", 1, "twice") }
twice(X, Y) :- Y = X * 2.
!start.

+!start <- X = demo.twice(4) + 1; .print(X); .print(demo.twice(2.5)); if (demo.twice(2) == 4) { .print("in a condition") }; .stopMAS.
