%% Dijkstra's shortest paths in a graph of n nodes and 3n roads, by the same algorithm as in AgentSpeak: the nearest node that
%% has not been visited is looked for among all of them.
-module(dijkstra).
-behaviour(rounds).

-export([start/1, work/2]).

start(_N) ->
    none.

work(N, none) ->
    Roads = maps:from_list([{I, roads(I, N)} || I <- lists:seq(0, N - 1)]),
    lists:sum(maps:values(visit(#{0 => 0}, #{}, Roads))).

roads(I, N) ->
    [{(I + 1) rem N, 10}, {(I * 7 + 3) rem N, 25}, {(I * 5 + 1) rem N, 17}].

%% Open are the distances of nodes that have not been visited.
visit(Open, Visited, _) when map_size(Open) =:= 0 ->
    Visited;
visit(Open, Visited, Roads) ->
    {Distance, Nearest} = maps:fold(fun(Node, D, Least) -> min({D, Node}, Least) end, {infinity, none}, Open),
    Now = Visited#{Nearest => Distance},
    Reach = fun({Node, Length}, Known) -> reach(Node, Distance + Length, Known, Now) end,
    visit(lists:foldl(Reach, maps:remove(Nearest, Open), map_get(Nearest, Roads)), Now, Roads).

reach(Node, _, Open, Visited) when is_map_key(Node, Visited) ->
    Open;
reach(Node, Distance, Open, _) when map_get(Node, Open) =< Distance ->
    Open;
reach(Node, Distance, Open, _) ->
    Open#{Node => Distance}.
