%% Creatures of two nodes that meet through a broker of node 0: always one of each node. Those of odd numbers are node 0's.
-module(remote_chameneos).
-behaviour(agon_harness).

-export([parameters/0, variants/0, prepare/1]).
-export([keeper/5]).

parameters() ->
    (agon_remote:two_nodes())#{creatures => {integer, 2}, meetings => {integer, 0}}.

variants() ->
    ["default"].

prepare(#{creatures := Creatures, meetings := Meetings, witness := Witness} = Params) ->
    Node = agon_remote:node(Params),
    fun(Index) -> iteration(Index, Node, Creatures, Meetings, Witness) end.

iteration(Index, Node, Creatures, Meetings, Witness) ->
    Collector = self(),
    Broker = spawn_link(fun() -> broker(Meetings) end),
    Keeper = agon_remote:start(Node, ?MODULE, keeper, [Index, Creatures, Witness, Broker, Collector]),
    receive
        ready -> ok
    end,
    Own = chameneos:creatures(lists:seq(1, Creatures, 2), Broker, Witness, Collector),
    Begun = os:perf_counter(nanosecond),
    Keeper ! go,
    lists:foreach(fun(Creature) -> Creature ! go end, Own),
    Near = chameneos:collect(length(Own), []),
    receive
        {away, Far} -> ok
    end,
    Elapsed = os:perf_counter(nanosecond) - Begun,
    {Elapsed, chameneos:report(Witness, chameneos:colours(Creatures), lists:keysort(1, Near ++ Far))}.

%% Those that wait are all of one node.
broker(Meetings) ->
    broker(Meetings, queue:new()).

broker(0, Waiting) ->
    lists:foreach(fun turn_away/1, queue:to_list(Waiting)),
    turn_all_away();
broker(Meetings, Waiting) ->
    receive
        {Number, Colour, Creature} = Request ->
            case queue:peek(Waiting) of
                {value, {Number2, Colour2, Creature2}} when node(Creature2) =/= node(Creature) ->
                    Creature2 ! {Number, Colour},
                    Creature ! {Number2, Colour2},
                    broker(Meetings - 1, queue:drop(Waiting));
                _ ->
                    broker(Meetings, queue:in(Request, Waiting))
            end
    end.

turn_all_away() ->
    receive
        Request -> turn_away(Request)
    end,
    turn_all_away().

turn_away({_, _, Creature}) ->
    Creature ! turned_away.

%% At node 1: makes the creatures there, reports their meetings, and sends all they know to node 0.
keeper(Index, Creatures, Witness, Broker, Collector) ->
    Own = chameneos:creatures(lists:seq(2, Creatures, 2), Broker, Witness, self()),
    Collector ! ready,
    receive
        go -> ok
    end,
    lists:foreach(fun(Creature) -> Creature ! go end, Own),
    Ended = lists:keysort(1, chameneos:collect(length(Own), [])),
    agon_remote:report(Index, #{meetings => [Meetings || {_, _, Meetings, _, _} <- Ended]}),
    Collector ! {away, Ended}.
