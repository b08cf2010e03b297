// Wires the ring, hands the tokens out and hears of those that have ended.

!wire.

+!wire : lab.param(workers, W)
   <- +missing(W);
      for (.range(W, K)) {
         lab.name("w", K + 1, Worker);
         lab.name("w", (K + 1) mod W + 1, Next);
         .send(Worker, achieve, join(K + 1, Next))
      }.

+!joined <- !one_joined.
+!one_joined : missing(N) & N > 1 <- -+missing(N - 1).
+!one_joined <- !hand_out.

+!hand_out : lab.param(workers, W) & lab.param(tokens, T) & lab.param(passes, Passes)
   <- +running(T);
      for (.range(T, I)) {
         .max([1, (2 * (I + 1) * W + T) div (2 * T)], K);
         lab.name("w", K, Worker);
         +hand(I + 1, Worker)
      };
      // agon: begin report
      lab.clock(Start);
      +started(Start);
      // agon: end
      // agon: begin witness
      if (lab.param(witness, on)) {
         for (hand(I, Worker)) {
            .send(Worker, achieve, token(I, Passes, 0))
         }
      } else {
         // agon: end
         for (hand(I, Worker)) {
            .send(Worker, achieve, token(I, Passes))
         }
      }.

+!ended(I, Worker)
   <- +ended_at(I, Worker, 0);
      !one_ended.
// agon: begin witness
+!ended(I, Worker, Acc)
   <- +ended_at(I, Worker, Acc);
      !one_ended.
// agon: end

+!one_ended : running(N) & N > 1 <- -+running(N - 1).
+!one_ended : started(Start)
   <- lab.clock(End);
      // agon: begin report
      .findall(ended_at(I, Worker, Acc), ended_at(I, Worker, Acc), Ends);
      lab.column(ends, Ends, 2);
      if (lab.param(witness, on)) {
         lab.column(witness, Ends, 3)
      };
      lab.iteration(End - Start).
// agon: end
