!start.

+!start
   <- .create_agent(kid, "inc_kid.asl");
      .send(kid, achieve, hello);
      .wait(50);
      .create_agent(Name, "inc_kid.asl"); if (.ground(Name)) { .print("a name was made") };
      .send(Name, tell, quiet);
      .create_agent(kid, "inc_kid.asl", [beliefs("p(7)")]);
      .all_names(L); .length(L, N); .print(N);
      .kill_agent(kid);
      .wait(50);
      .all_names(L2); .length(L2, N2); .print(N2);
      .wait(50);
      .stopMAS.
