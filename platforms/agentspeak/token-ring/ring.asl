// Wires the ring, hands the tokens out and hears of those that have ended.

worker(K, W) :- .concat("w", K, Name) & .term2string(W, Name).
start(I, Worker) :-
   lab.param(workers, W) &
   lab.param(tokens, T) &
   worker(math.max(1, math.floor(I * W / T + 0.5)), Worker).

!wire.

+!wire : lab.param(workers, W)
   <- +missing(W);
      for (.range(K, 1, W)) {
         ?worker(K, Worker);
         ?worker(K mod W + 1, Next);
         .send(Worker, achieve, join(K, Next))
      }.

@joined[atomic]
+!joined : missing(N) & N > 1 <- -+missing(N - 1).
+!joined : missing(1) <- !hand_out.

+!hand_out : lab.param(tokens, T) & lab.param(passes, Passes) & lab.param(witness, Witness)
   <- +running(T);
      .findall(hand(I, Worker), .range(I, 1, T) & start(I, Worker), Tokens);
      // agon: begin report
      lab.clock(Start);
      +started(Start);
      // agon: end
      // agon: begin witness
      if (Witness == on) {
         for (.member(hand(I, Worker), Tokens)) {
            .send(Worker, achieve, token(I, Passes, 0))
         }
      } else {
         // agon: end
         for (.member(hand(I, Worker), Tokens)) {
            .send(Worker, achieve, token(I, Passes))
         }
      }.

@ended[atomic]
+!ended(I, Worker)
   <- +end(I, Worker);
      !one_less.
// agon: begin witness
@proven[atomic]
+!ended(I, Worker, Acc)
   <- +end(I, Worker);
      +witness(I, Acc);
      !one_less.
// agon: end

+!one_less : running(N) & N > 1 <- -+running(N - 1).
+!one_less : running(1)
   <- lab.clock(End);
      !report(End).

// agon: begin report
+!report(End) : started(Start)
   <- .findall(end(I, Worker), end(I, Worker), Ends);
      !report(ends, Ends);
      .findall(witness(I, Acc), witness(I, Acc), Witnesses);
      if (Witnesses \== []) {
         !report(witness, Witnesses)
      };
      lab.iteration(End - Start);
      .stopMAS.

// Reports what is known of each token, in the tokens' order.
+!report(Key, Facts)
   <- .sort(Facts, Sorted);
      .findall(Value, .member(Fact, Sorted) & Fact =.. [_, [_, Value], _], Values);
      lab.report(Key, Values).
// agon: end
