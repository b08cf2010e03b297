!start.

{ include("inc_lib.asl", lib) }

+!start <- !lib::count(3); !lib::total(T); .print(T); .stopMAS.
