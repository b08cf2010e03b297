!work.
+!work : shift(T) & beds(B) <- .print("night shift ", T, " ", B); !tidy(room); !rounds.
+!tidy(X) <- .print("never ", X).
+!rounds <-
   .send(doctor, tell, rumour(x)); !say(pulse(patient1, 80)); !say(pulse(patient1, 120)); !say(pulse(patient2, 90));
   .send(patient1, askOne, feels(F), feels(A)); .print("patient1 feels ", A);
   !say(urgent(patient1)); .send(doctor, achieve, treat(patient1)).
// What is answered comes behind what was told.
+!say(What) <- .send(doctor, tell, What); .send(doctor, askOne, ready(now), _).
+!finish <- .wait(100); .relevant_plans({+!tidy(_)}, L); .length(L, N); .print(N, " ways to tidy"); .stopMAS.
