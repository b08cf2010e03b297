ill(nobody).
ready(now).
fast(P) :- pulse(P, N) & N > 100.

+urgent(P)[source(S)] <- .print("sees ", P, " for ", S).
+pulse(P, N) <- .print("pulse of ", P, " is ", N).

@dear[cost(50)] +!treat(P) : fast(P) <- .print("operates ", P).
@cheap[cost(3)] +!treat(P) : fast(P) <- .print("gives ", P, " tea"); !!treat(other).
@rest           +!treat(P) <- .print("sends ", P, " to bed"); care.report(R); .print(R); .send(nurse, achieve, finish).
