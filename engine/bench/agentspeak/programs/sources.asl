// Sources: three reporters send what they have seen, n things; what is known from one, from two and by which is counted.
{ include("rounds.asl") }

+!work(N, result(All, One, Both))
   <- .abolish(seen(_));
      -+reports(0);
      .broadcast(achieve, report(N));
      .wait(reports(3));
      .count(seen(_), All);
      .count(seen(_)[source(reporter1)], One);
      .count(seen(_)[source(reporter1), source(reporter2)], Both).

@report[atomic]
+!reported : reports(Count) <- -+reports(Count + 1).
