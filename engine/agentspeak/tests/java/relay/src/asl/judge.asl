+passed(R)[number(N), source(S)] <- .print(R, " ", N, " ", S).
+noise(X).
+finished(R, Laps) : runners(N) <- .print(R, " is there after ", Laps, " laps, of ", N, " runners"); .wait(quiet); .send(second, askOne, next(second, _), _); .stopMAS.
