// Periodic behaviour: a clock ticks n times, and five sensors act every 2nd, 3rd, 5th, 7th and 11th tick.
{ include("rounds.asl") }

readings(0).

+!work(N, Sum)
   <- -+readings(0);
      -+time(0);
      !tick(1, N);
      ?readings(Sum).

+!tick(I, N) : I > N.
+!tick(I, N)
   <- -+time(I);
      !sense(2);
      !sense(3);
      !sense(5);
      !sense(7);
      !sense(11);
      !tick(I + 1, N).

+!sense(Period) : time(T) & T mod Period == 0 & readings(Before) <- -+readings(Before + Period).
+!sense(_).
