!start.

+!start
  <- .df_search(nothing, E); .print(E);
     .df_subscribe(printing); .df_subscribe("copying", office);
     .send(provider, achieve, offer); .wait(offered);
     .wait(250);
     .df_search(printing, A); .df_search("printing", B); .df_search(copying, C); .df_search(copying, office, D); .df_search(copying, _, F); .print(A, B, C, D, F);
     .df_register(printing); .df_search(printing, G); .sort(G, H); .print(H);
     .df_register(printing); .df_search(printing, I); .length(I, N); .print(N);
     .df_search(p(1), "kind", J); .print(J);
     .send(provider, achieve, withdraw); .wait(withdrawn);
     .df_search(printing, K); .print(K);
     .df_deregister(printing); .df_search(printing, L); .print(L);
     .df_deregister(never_there);
     .df_search(copying, home, O); .print("any type ", O); .findall(S, provider(_, S), P); .sort(P, Q); .print(Q);
     .all_names(R); .sort(R, T); .print(T);
     !wrong(1); !wrong(2); !wrong(3); !wrong(4); !wrong(5);
     .stopMAS.

+provider(A, S)[source(X)] : A \== main <- .print(A, " provides ", S, " says ", X).
-provider(A, S) : A \== main <- .print(A, " no longer provides ", S).
+!wrong(1) <- .df_register.
+!wrong(2) <- .df_search(a).
+!wrong(3) <- .df_subscribe.
+!wrong(4) <- .df_deregister.
+!wrong(5) <- .df_search(nothing, [a]).
-!wrong(X)[error(E), error_msg(M)] <- .print(X, " ", E, " ", M).
