+cfp(I)[source(Initiator)] : price(K)
   <- .my_name(Me);
      .send(Initiator, tell, proposal(I, (I * 7 + K * 13) mod 101 * 10 + K, Me));
      -cfp(I)[source(Initiator)].

+accept(I)[source(Initiator)]
   <- .my_name(Me);
      .send(Initiator, tell, done(I, Me));
      -accept(I)[source(Initiator)].
