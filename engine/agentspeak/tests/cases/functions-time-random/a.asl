!start.

+!start
   <- T = system.time;
      if (T > 1600000000000 & T == math.floor(T)) { .print("whole milliseconds, after 2020") };
      R = math.random; if (R >= 0 & R < 1) { .print("in [0,1)") };
      S = math.random(10); if (S >= 0 & S < 10) { .print("in [0,10)") };
      U = system.time - T; if (U >= 0 & U < 10000) { .print("time passes") };
      .stopMAS.
