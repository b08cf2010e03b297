// Tells the stages what they are, and sends the first one all tasks, each made as it is sent, or before:
// request(Text), in their order. No list, since Jason walks through lists recursively and its stack is
// soon full.

// text(I, Text): the text of task I; numbered if there is a witness.
text(I, Text) :- numbered & .concat(I, " Requested ", I, " Requested ", I, Text).
text(I, Text) :- not numbered & .concat("Requested ", I, Text).

!begin.

+!begin
   <- !number;
      !wire.

+!number : lab.param(witness, on) <- +numbered.
+!number.

+!wire
   <- +missing(3);
      .send(download, achieve, join("Requested", "Downloaded", index));
      .send(index, achieve, join("Downloaded", "Indexed", write));
      .send(write, achieve, join("Indexed", "Wrote")).

@joined[atomic]
+!joined : missing(N) & N > 1 <- -+missing(N - 1).
+!joined : missing(1) <- !drive.

+!drive : lab.param(make, inside) & lab.param(tasks, K)
   <- lab.clock(Start);
      for (.range(I, 0, K - 1) & text(I, Text)) {
         .send(download, achieve, task(Text))
      };
      .send(download, achieve, stop(Start, [])).
+!drive : lab.param(tasks, K)
   <- for (.range(I, 0, K - 1) & text(I, Text)) {
         .assertz(request(Text))
      };
      lab.clock(Start);
      for (request(Text)) {
         .send(download, achieve, task(Text))
      };
      .send(download, achieve, stop(Start, [])).
