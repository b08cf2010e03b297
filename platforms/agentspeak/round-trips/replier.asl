// Answers requests whenever they come: replied(Own, N), own number and answers so far, or with a witness
// proven(Own, N, Sum, Messages), the sum being over the requests, each of which has so many after it.

+!settle_replier : own(I) & lab.param(witness, on) & lab.param(messages, K) <- +proven(I, 0, 0, K).
+!settle_replier : own(I) <- +replied(I, 0).

// Atomic: the next request must find the count as this one leaves it.
@answer[atomic]
+!request(_, K)[source(From)] : replied(Own, N)
   <- .send(From, achieve, reply(Own, K));
      -replied(Own, N);
      +replied(Own, N + 1).
@prove[atomic]
+!request(I, K)[source(From)] : proven(Own, N, Sum, Messages)
   <- .send(From, achieve, reply(Own, K));
      -proven(Own, N, Sum, Messages);
      +proven(Own, N + 1, (Sum + I * Messages + K) mod 2147483647, Messages).

+!count : replied(Own, N) <- .send(controller, achieve, counted(Own, N)).
+!count : proven(Own, N, Sum, _) <- .send(controller, achieve, counted(Own, N, Sum)).
