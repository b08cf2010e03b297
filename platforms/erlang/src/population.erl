%% Processes that greet, and live until all have greeted.
-module(population).
%% agon: begin harness
-behaviour(agon_harness).

-export([parameters/0, variants/0, prepare/1]).

-define(ACC_MODULUS, 2147483647).

parameters() ->
    #{agents => {integer, 1}}.

variants() ->
    ["default"].

prepare(#{agents := Agents, witness := Witness}) ->
    fun(_Index) -> iteration(Agents, Witness) end.
%% agon: end

iteration(Agents, Witness) ->
    Host = self(),
    %% agon: begin report
    Begun = erlang:monotonic_time(nanosecond),
    %% agon: end
    create(Agents, Host),
    Guests = greetings(Agents, []),
    Greetings = length(Guests),
    lists:foreach(fun(Guest) -> Guest ! {farewell, Greetings} end, Guests),
    {Goodbyes, Sum, Acc} = goodbyes(Agents, 0, 0, 0),
    %% agon: begin report
    ElapsedNs = erlang:monotonic_time(nanosecond) - Begun,
    Report = #{greetings => Greetings, goodbyes => Goodbyes, sum => Sum},
    {ElapsedNs, with_witness(Witness, Report, Acc)}.
    %% agon: end

create(0, _) ->
    ok;
create(Number, Host) ->
    spawn_link(fun() -> live(Number, Host) end),
    create(Number - 1, Host).

live(Number, Host) ->
    Host ! {greeting, self()},
    receive
        {farewell, Greetings} -> Host ! {goodbye, Number, Number * 31 + Greetings}
    end.

greetings(0, Guests) ->
    Guests;
greetings(Missing, Guests) ->
    receive
        {greeting, Guest} -> greetings(Missing - 1, [Guest | Guests])
    end.

goodbyes(0, Count, Sum, Witness) ->
    {Count, Sum, Witness};
goodbyes(Missing, Count, Sum, Witness) ->
    receive
        {goodbye, Number, Acc} ->
            goodbyes(Missing - 1, Count + 1, Sum + Number, (Witness + Acc) rem ?ACC_MODULUS)
    end.

%% agon: begin report
with_witness("off", Report, _) -> Report;
with_witness("on", Report, Acc) -> Report#{witness => Acc}.
%% agon: end
