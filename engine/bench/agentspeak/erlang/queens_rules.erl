%% Queens: all solutions on a board of 6 x 6, n times.
-module(queens_rules).
-behaviour(rounds).

-export([start/1, work/2]).

start(_N) ->
    none.

work(N, none) ->
    repeat(N, 0).

repeat(0, Sum) ->
    Sum;
repeat(N, Before) ->
    Solutions = queens([1, 2, 3, 4, 5, 6], [1, 2, 3, 4, 5, 6]),
    repeat(N - 1, Before + length(Solutions)).

queens([], _) ->
    [[]];
queens([Row | Rows], Columns) ->
    [[{Row, Col} | Queens] || Queens <- queens(Rows, Columns), Col <- Columns, safe(Row, Col, Queens)].

safe(_, _, []) ->
    true;
safe(Row, Col, [{R, C} | Others]) ->
    Col =/= C andalso Row - Col =/= R - C andalso Row + Col =/= R + C andalso safe(Row, Col, Others).
