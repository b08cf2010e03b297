// Tells the stages what they are, and sends the first one all tasks, no faster than the slowest stage handles
// them: for each message, its receiver looks through all that it has still to do.

!wire.

+!wire
   <- +missing(3);
      .send(download, achieve, join("Requested", "Downloaded", index));
      .send(index, achieve, join("Downloaded", "Indexed", write));
      .send(write, achieve, join("Indexed", "Wrote")).

+!joined <- !one_joined.
+!one_joined : missing(N) & N > 1 <- -+missing(N - 1).
+!one_joined <- !drive.

+!drive : lab.param(make, inside) & lab.param(tasks, K)
   <- lab.clock(Start);
      for (.range(K, I)) {
         lab.request(I, Text);
         .send(download, achieve, task(Text));
         !rest
      };
      .send(download, achieve, stop(Start, [])).
+!drive : lab.param(tasks, K)
   <- lab.requests(K, Texts);
      lab.clock(Start);
      for (.member(Text, Texts)) {
         .send(download, achieve, task(Text));
         !rest
      };
      .send(download, achieve, stop(Start, [])).

// An agent takes a step in each round. So many are what the last stage takes for a task that it prints and proves.
+!rest
   <- for (.range(7, _)) {
         true
      }.
