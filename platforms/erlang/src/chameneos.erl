%% Creatures that meet in pairs through a broker and change colour.
-module(chameneos).
-behaviour(agon_harness).

-export([parameters/0, variants/0, prepare/1]).

-define(COLOURS, [blue, red, yellow]).

parameters() ->
    #{creatures => {integer, 2}, meetings => {integer, 0}}.

variants() ->
    ["default"].

prepare(#{creatures := Creatures, meetings := Meetings, witness := Witness}) ->
    Colours = [lists:nth((Number - 1) rem 3 + 1, ?COLOURS) || Number <- lists:seq(1, Creatures)],
    fun(_Index) -> iteration(Colours, Meetings, Witness) end.

iteration(Colours, Meetings, Witness) ->
    Collector = self(),
    Broker = spawn_link(fun() -> broker(Meetings) end),
    Pairs = no_pairs(Witness),
    Creatures = [
        spawn_link(fun() -> start(Broker, Number, Colour, Pairs, Collector) end)
     || {Number, Colour} <- lists:zip(lists:seq(1, length(Colours)), Colours)
    ],
    Begun = erlang:monotonic_time(nanosecond),
    lists:foreach(fun(Creature) -> Creature ! go end, Creatures),
    Outcomes = collect(length(Creatures), []),
    ElapsedNs = erlang:monotonic_time(nanosecond) - Begun,
    {ElapsedNs, report(Witness, Colours, lists:keysort(1, Outcomes))}.

broker(0) ->
    receive
        {_, _, Creature} -> Creature ! turned_away
    end,
    broker(0);
broker(Meetings) ->
    {Number1, Colour1, Creature1} = request(),
    {Number2, Colour2, Creature2} = request(),
    Creature1 ! {Number2, Colour2},
    Creature2 ! {Number1, Colour1},
    broker(Meetings - 1).

request() ->
    receive
        {_, _, _} = Request -> Request
    end.

start(Broker, Number, Colour, Pairs, Collector) ->
    receive
        go -> creature(Broker, Number, Colour, 0, 0, Pairs, Collector)
    end.

creature(Broker, Number, Colour, Meetings, Self, Pairs, Collector) ->
    Broker ! {Number, Colour, self()},
    receive
        {Number, Other} ->
            New = complement(Colour, Other),
            creature(Broker, Number, New, Meetings + 1, Self + 1, met(Colour, Other, Pairs), Collector);
        {_, Other} ->
            New = complement(Colour, Other),
            creature(Broker, Number, New, Meetings + 1, Self, met(Colour, Other, Pairs), Collector);
        turned_away ->
            Collector ! {Number, Colour, Meetings, Self, Pairs}
    end.

complement(Colour, Colour) -> Colour;
complement(blue, red) -> yellow;
complement(blue, yellow) -> red;
complement(red, blue) -> yellow;
complement(red, yellow) -> blue;
complement(yellow, blue) -> red;
complement(yellow, red) -> blue.

no_pairs("off") -> none;
no_pairs("on") -> #{}.

met(_, _, none) -> none;
met(Own, Other, Pairs) -> maps:update_with({Own, Other}, fun(Count) -> Count + 1 end, 1, Pairs).

collect(0, Outcomes) ->
    Outcomes;
collect(Missing, Outcomes) ->
    receive
        {_, _, _, _, _} = Outcome -> collect(Missing - 1, [Outcome | Outcomes])
    end.

report(Witness, Initial, Outcomes) ->
    Report = #{
        complements => [[complement(Own, Other) || Other <- ?COLOURS] || Own <- ?COLOURS],
        initial => Initial,
        final => [Colour || {_, Colour, _, _, _} <- Outcomes],
        meetings => [Meetings || {_, _, Meetings, _, _} <- Outcomes],
        self => [Self || {_, _, _, Self, _} <- Outcomes]
    },
    case Witness of
        "off" -> Report;
        "on" -> Report#{witness => summed_pairs([Pairs || {_, _, _, _, Pairs} <- Outcomes])}
    end.

summed_pairs(Maps) ->
    [
        [lists:sum([maps:get({Own, Other}, Pairs, 0) || Pairs <- Maps]) || Other <- ?COLOURS]
     || Own <- ?COLOURS
    ].
