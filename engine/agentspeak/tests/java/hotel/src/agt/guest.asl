+~locked(door(R))[by(Who)] : room(R)
   <- .print("door ", R, " was opened by ", Who);
      enter(R).
+in(R) : room(R)
   <- .print("in ", R);
      call(lift).
+lift(F)[from(G)] : F > G
   <- .print("the lift goes up to ", F);
      ride.
+lift(F)[from(G)] : F <= G
   <- .print("the lift comes down to ", F);
      .send(porter, tell, happy).
-~locked(door(R))[source(percept)] : room(R) <- .print("door ", R, " has locked itself").
