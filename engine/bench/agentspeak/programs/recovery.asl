// Failure and recovery: n parcels, each by the first way that does not fail: by road, by the bridge, by boat.
{ include("rounds.asl") }

bridge(0).
bridge(2).
bridge(4).

+!work(N, Sum)
   <- -+bill(0);
      !deliver_all(N);
      ?bill(Sum).

+!deliver_all(0).
+!deliver_all(I)
   <- !deliver(I);
      !deliver_all(I - 1).

+!deliver(I)
   <- !road(I);
      !pay(1).
-!deliver(I) : I mod 11 \== 0
   <- !over(I);
      !pay(2).
-!deliver(I) <- !pay(10).

+!road(I) : I mod 3 \== 0.
+!road(I) : I mod 2 == 0 <- .fail(no_road).
+!road(I) <- I > 1000000000.

+!over(I) <- ?bridge(I mod 6).
-!over(I)[error(Reason)] <- !boat(I, Reason).

+!boat(I, _) <- !pay(3).

+!pay(Sum) : bill(Before) <- -+bill(Before + Sum).
