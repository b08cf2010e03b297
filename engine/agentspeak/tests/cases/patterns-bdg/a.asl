!start.
tries(0).

{ begin bdg(won) }
+!won : tries(N) & N < 3 <- .print("try ", N); -+tries(N + 1); .fail.
+!won <- .print("last try"); +won.
{ end }

+!start <- !won; .print("won"); .stopMAS.
