+!kqml_received(Sender, propose, Content, Id) <- .print(Id, " ", Content); .type(Id, T); .print(T).
+!kqml_received(Sender, askOne, price(_), Id) <- .send(Sender, tell, price(3), Id).
+!kqml_received(Sender, achieve, end, Id)[source(S)] <- .print("never").
+!kqml_received(Sender, achieve, end, Id) <- .print(Sender); .stopMAS.
