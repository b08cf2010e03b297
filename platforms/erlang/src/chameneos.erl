%% Creatures that meet in pairs through a broker and change colour.
-module(chameneos).
%% agon: begin harness
-behaviour(agon_harness).

-export([parameters/0, variants/0, prepare/1]).
%% For remote_chameneos.
-export([colours/1, creatures/4, collect/2, report/3]).
%% agon: end

-define(COLOURS, [blue, red, yellow]).

%% agon: begin harness
parameters() ->
    #{creatures => {integer, 2}, meetings => {integer, 0}}.

variants() ->
    ["default"].

prepare(#{creatures := Creatures, meetings := Meetings, witness := Witness}) ->
    fun(_Index) -> iteration(Creatures, Meetings, Witness) end.
%% agon: end

iteration(Number, Meetings, Witness) ->
    Broker = spawn_link(fun() -> broker(Meetings) end),
    Creatures = creatures(lists:seq(1, Number), Broker, Witness, self()),
    %% agon: begin report
    Begun = erlang:monotonic_time(nanosecond),
    %% agon: end
    lists:foreach(fun(Creature) -> Creature ! go end, Creatures),
    Outcomes = collect(length(Creatures), []),
    %% agon: begin report
    ElapsedNs = erlang:monotonic_time(nanosecond) - Begun,
    {ElapsedNs, report(Witness, colours(Number), lists:keysort(1, Outcomes))}.
    %% agon: end

%% agon: begin report
%% The colours that so many creatures start with.
-spec colours(pos_integer()) -> [atom()].
colours(Creatures) ->
    [colour(Number) || Number <- lists:seq(1, Creatures)].
%% agon: end

colour(Number) ->
    lists:nth((Number - 1) rem 3 + 1, ?COLOURS).

%% The creatures of these numbers: each waits for `go`, and reports its end to the collector.
-spec creatures([pos_integer()], pid(), string(), pid()) -> [pid()].
creatures(Numbers, Broker, Witness, Collector) ->
    %% agon: begin witness
    Pairs = no_pairs(Witness),
    %% agon: end
    [spawn_link(fun() -> start(Broker, Number, colour(Number), Pairs, Collector) end) || Number <- Numbers].

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

%% agon: begin witness
no_pairs("off") -> none;
no_pairs("on") -> #{}.

met(_, _, none) -> none;
met(Own, Other, Pairs) -> maps:update_with({Own, Other}, fun(Count) -> Count + 1 end, 1, Pairs).
%% agon: end

collect(0, Outcomes) ->
    Outcomes;
collect(Missing, Outcomes) ->
    receive
        {_, _, _, _, _} = Outcome -> collect(Missing - 1, [Outcome | Outcomes])
    end.

%% agon: begin report
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
%% agon: end
