n(0).
@[atomic] +!done <- ?n(X); -+n(X + 1); if (X == 2) { .print("all"); .stopMAS }.
