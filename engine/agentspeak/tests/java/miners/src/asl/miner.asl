// Fetches what gold there is on its side, the nearest first.

{ include("ways.asl") }

score(0).

!work.

+!work : gold(_, _) & pos(X, Y)
   <- .findall(way(D, GX, GY), gold(GX, GY) & distance(X, Y, GX, GY, D), Ways);
      .min(Ways, way(_, TX, TY));
      !at(TX, TY);
      pick;
      ?depot(DX, DY);
      !at(DX, DY);
      drop;
      ?score(S);
      -+score(S + 1);
      .print("gold of ", TX, ",", TY, " is home");
      .send(leader, tell, carried(TX, TY));
      !work.
+!work : score(S) <- .print("done: ", S); .send(leader, achieve, count(S)).

+!at(X, Y) : pos(X, Y).
+!at(X, Y) : pos(FX, FY) & step(FX, FY, X, Y, Where)
   <- move(Where);
      .wait(not pos(FX, FY));
      !at(X, Y).
-!at(X, Y)[error(action_failed)] <- .print("blocked"); move(up); .wait(50); !at(X, Y).
