free.
waiting([]).

@t1[atomic] +!take[source(P)] : free & .my_name(Me) <- -free; .send(P, tell, given(Me)).
@t2[atomic] +!take[source(P)] : waiting(L) <- .concat(L, [P], L2); -+waiting(L2).
@p1[atomic] +!put : waiting([P|L]) & .my_name(Me) <- -+waiting(L); .send(P, tell, given(Me)).
@p2[atomic] +!put <- +free.
