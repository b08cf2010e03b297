+!kqml_received(Sender, propose, Content, MsgId) <- .print(Sender, " proposes ", Content).
+!end <- .print(end); .stopMAS.
