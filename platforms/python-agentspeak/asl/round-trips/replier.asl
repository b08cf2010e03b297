// Answers requests whenever they come: replied(N) answers so far, and with a witness proven(Sum), over the requests.

+!settle_replier : lab.param(witness, on)
   <- +replied(0);
      +proven(0).
+!settle_replier <- +replied(0).

+!request(I, K)[source(From)] : own(Own)
   <- .send(From, achieve, reply(Own, K));
      !prove(I, K).
+!prove(I, K) : proven(Sum) & replied(N) & lab.param(messages, Messages)
   <- -+proven((Sum + I * Messages + K) mod 2147483647);
      -+replied(N + 1).
+!prove(_, _) : replied(N) <- -+replied(N + 1).

+!count : own(Own) <- !tell_count(Own).
+!tell_count(Own) : replied(N) & proven(Sum) <- .send(controller, achieve, counted(Own, N, Sum)).
+!tell_count(Own) : replied(N) <- .send(controller, achieve, counted(Own, N, 0)).
