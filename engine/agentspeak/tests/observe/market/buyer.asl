!shop([apple, pear]).

@done +!shop([]) <- .print(done).

@next +!shop([What|Rest])
   <- .send(seller, achieve, sell(What));
      .wait({+answer(What)});
      !shop(Rest).

+sold(What, Price)[source(Seller)]
   <- +owns(What);
      .print("bought ", What, " for ", Price);
      !!note(What).

+refused(What) <- .print("no ", What); !!note(What).

@note +!note(What) <- +answer(What).
