heard(0).
+!say(N)[source(S)] <- .print("says ", N, " for ", S); .send(talker, achieve, stop).
+loud(N)[source(S)] <- .print("heard ", N, " of ", S).
