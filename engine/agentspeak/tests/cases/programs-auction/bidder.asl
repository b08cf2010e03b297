budget(ann, 30, 20). budget(bob, 45, 15). budget(cid, 10, 7).

+round(Item, N, P)[source(A)] : .my_name(Me) & budget(Me, Max, Step) & P + Step <= Max <- .send(A, tell, bid(N, P + Step)).
+round(_, N, _)[source(A)] <- .send(A, tell, pass(N)).
+winner(Item, Me) : .my_name(Me) <- .print("won ", Item).
+winner(_, _) <- .print("lost").
