~ready. open(door). ~open(window).
~safe(X) :- open(X) & not guarded(X).
safe(X) :- ~open(X).
!start.

+!start : ~ready & not ready
   <- .findall(X, ~safe(X), L1); .print(L1);
      .findall(Y, safe(Y), L2); .print(L2);
      +guarded(door); if (not ~safe(door)) { .print("guarded") };
      -~ready; +ready; if (ready & not ~ready) { .print("ready") };
      +~late(1); +late(2);
      !~go(1); !go(2);
      ?~open(W); .print(W);
      if (~open(window) & not open(window)) { .print("closed") };
      .findall(Z, ~Z, L3); .length(L3, N); .print(N);
      .stopMAS.
+~late(X) <- .print("not late ", X).
+late(X) <- .print("late ", X).
-~ready <- .print("no longer not ready").
+!~go(X) <- .print("goes not ", X).
+!go(X) <- .print("goes ", X).
