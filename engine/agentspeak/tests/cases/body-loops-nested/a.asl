!start.

+!start
   <- for (.range(I, 1, 3)) {
         for (.range(J, I, 3)) {
            if (I == J) { .print(I, " =") } elif (J - I == 1) { .print(I, J) } else { .print("far") }
         }
      };
      .stopMAS.
