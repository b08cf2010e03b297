!go.

+!go <- !choose; !try; +mood(good); +mood(awful); .count(mood(_), N); .print("moods: ", N); !!low; !!high; .wait(done(low) & done(high)); .send(talker, achieve, pass_on); .wait(go_on); .send(deaf, achieve, say(1)).

@cheap[cost(5)]  +!choose <- .print("expensive").
@dear[cost(1)]   +!choose <- .print("cheap").
@middle[cost(3)] +!choose <- .print("so so").

@a[cost(2)] +!try : false <- .print(never).
@b[cost(9)] +!try         <- .print("what there is").

+!low <- .print("low"); +done(low).
@urgent +!high <- .print("high"); +done(high).
+mood(M) <- .print("feels ", M).
