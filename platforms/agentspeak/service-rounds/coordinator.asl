// Mediates. All that a round needs travels with its messages.

+!ask(Round) <- .send(retriever, achieve, retrieve(Round)).
+!retrieved(Round, Datum) <- .send(printer, achieve, print(Round, Datum)).
+!printed(Datum) <- .send(client, achieve, answer(Datum)).

+!ask(Round, Acc) <- .send(retriever, achieve, retrieve(Round, (Acc * 31 + 2) mod 2147483647)).
+!retrieved(Round, Datum, Acc)
   <- .send(printer, achieve, print(Round, Datum, (Acc * 31 + 2) mod 2147483647)).
+!printed(Datum, Acc) <- .send(client, achieve, answer(Datum, (Acc * 31 + 2) mod 2147483647)).
