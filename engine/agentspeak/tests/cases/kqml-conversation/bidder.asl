+offer(X)[source(S)] <- .my_name(Me); ?limit(Me, P); .send(S, tell, bid(X, P)).
limit(bidder1, 10). limit(bidder2, 30). limit(bidder3, 20).
+!pay(X, P)[source(S)] <- .print("paying ", P, " for ", X); .send(S, tell, paid(X, P)).
