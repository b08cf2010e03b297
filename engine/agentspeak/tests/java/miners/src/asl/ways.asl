distance(X1, Y1, X2, Y2, D) :- D = math.abs(X1 - X2) + math.abs(Y1 - Y2).

// Along the row first, unless something is in the way.
step(X, Y, TX, _, right) :- X < TX & free(X + 1, Y).
step(X, Y, TX, _, left)  :- X > TX & free(X - 1, Y).
step(X, Y, _, TY, down)  :- Y < TY & free(X, Y + 1).
step(X, Y, _, TY, up)    :- Y > TY & free(X, Y - 1).
step(X, Y, X, _, right)  :- free(X + 1, Y).
step(X, Y, X, _, left)   :- free(X - 1, Y).
step(X, Y, _, Y, down)   :- free(X, Y + 1).
step(X, Y, _, Y, up)     :- free(X, Y - 1).

free(X, Y) :- not obstacle(X, Y) & side(From, To) & X >= From & X <= To & size(_, H) & Y >= 0 & Y < H.
