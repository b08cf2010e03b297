// Beliefs with annotations: n observations, each by two of three witnesses with a certainty; what is certain enough is counted.
{ include("rounds.asl") }

+!work(N, result(Certain, Both, Of))
   <- .abolish(seen(_));
      for (.range(I, 1, N)) {
         +seen(I)[certainty(I mod 10), by(ann)];
         if (I mod 2 == 0) {
            +seen(I)[by(bob)]
         } else {
            +seen(I)[by(carl), night]
         }
      };
      .count(seen(_)[certainty(C)] & C >= 7, Certain);
      .count(seen(_)[by(ann), by(bob)], Both);
      !ask(N, 0, Of).

+!ask(0, Of, Of).
+!ask(I, Before, Of) : seen(I)[night, certainty(C)] <- !ask(I - 1, Before + C, Of).
+!ask(I, Before, Of) <- !ask(I - 1, Before, Of).
