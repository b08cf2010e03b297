r(X)[source(self)] :- (b(X) & not (c(X))).
b(2)[source(self)].
b(1)[source(self)].
c("s")[k,source(bob)].
!again(7).
@p__1[source(self),url("file:main.asl")] +!start : .my_name(main) <- +b(2); .save_agent("saved.asl",[again(7)]); .create_agent(copy,"saved.asl"); .wait(finished); .stopMAS.
@p__2[source(self),url("file:main.asl")] +!again(X) <- .my_name(N); .findall(Y,b(Y),L); .findall(Y,r(Y),R); .findall(S,c(_6)[source(S)],T); .print(N," ",X,L,R,T); .send(main,tell,finished).
