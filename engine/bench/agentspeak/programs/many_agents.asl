// Many small agents: n of them count to twenty on request, and each reports its end.
{ include("rounds.asl") }

+!work(N, Sum)
   <- .abolish(counted(_, _));
      .broadcast(achieve, count(20));
      .wait(.count(counted(_, _), N));
      .findall(Sum1, counted(_, Sum1), Sums);
      Sum = math.sum(Sums).
