// Questions for all answers: a customer asks n times for everything of a kind, ten things each time.
{ include("rounds.asl") }

+!work(N, Sum) <- !ask(N, 0, Sum).

+!ask(0, Sum, Sum).
+!ask(I, Before, Sum)
   <- .send(shop, askAll, item(I mod 5, _), Items);
      .findall(Price, .member(item(_, Price), Items), Prices);
      !ask(I - 1, Before + math.sum(Prices), Sum).
