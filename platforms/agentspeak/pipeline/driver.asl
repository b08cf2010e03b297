// Tells the stages what they are, and sends the first one all tasks: request(Text), in their order. No
// list, since Jason walks through lists recursively and its stack is soon full.

!wire.

+!wire
   <- +missing(3);
      .send(download, achieve, join("Downloaded", index));
      .send(index, achieve, join("Indexed", write));
      .send(write, achieve, join("Wrote")).

@joined[atomic]
+!joined : missing(N) & N > 1 <- -+missing(N - 1).
+!joined : missing(1) <- !drive.

+!drive : lab.param(tasks, K)
   <- for (.range(I, 0, K - 1) & .concat("Requested ", I, Text)) {
         .assertz(request(Text))
      };
      lab.clock(Start);
      for (request(Text)) {
         .send(download, achieve, task(Text))
      };
      .send(download, achieve, stop(Start, [])).
