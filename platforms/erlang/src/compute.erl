%% Agents that each compute for themselves, and report when they have done.
-module(compute).
-behaviour(agon_harness).

-export([parameters/0, variants/0, prepare/1]).

-define(FACTOR, 48271).
%% Steps are taken modulo this prime, a power of two less one.
-define(BITS, 31).
-define(MODULUS, (1 bsl ?BITS - 1)).

parameters() ->
    #{agents => {integer, 1}, operations => {integer, 1}}.

variants() ->
    ["default"].

prepare(#{agents := Agents, operations := Operations, witness := Witness}) ->
    agon_harness:check_processes("agents", Agents, Agents),
    Shares = [
        {Number, Operations div Agents + more(Number, Operations rem Agents)}
     || Number <- lists:seq(1, Agents)
    ],
    fun(_Index) -> iteration(Shares, Witness) end.

more(Number, Rest) when Number =< Rest -> 1;
more(_, _) -> 0.

iteration(Shares, Witness) ->
    Controller = self(),
    Agents = [spawn_link(fun() -> agent(Number, Steps, Controller) end) || {Number, Steps} <- Shares],
    Begun = erlang:monotonic_time(nanosecond),
    lists:foreach(fun(Agent) -> Agent ! go end, Agents),
    Done = collect(length(Agents), []),
    ElapsedNs = erlang:monotonic_time(nanosecond) - Begun,
    Report = #{'xor' => lists:foldl(fun({_, X, _}, Xor) -> X bxor Xor end, 0, Done)},
    {ElapsedNs, with_witness(Witness, Report, Done)}.

agent(Number, Steps, Controller) ->
    receive
        go ->
            {X, Taken} = compute(0, Steps, Number),
            Controller ! {Number, X, Taken}
    end.

%% The quotient by the power of two counts as much as the remainder. What is left is below twice the modulus, and the next
%% step takes it as it is.
compute(Taken, Steps, X) when Taken < Steps ->
    Product = X * ?FACTOR,
    compute(Taken + 1, Steps, (Product band ?MODULUS) + (Product bsr ?BITS));
compute(Taken, _, X) ->
    {X rem ?MODULUS, Taken}.

collect(0, Done) ->
    Done;
collect(Missing, Done) ->
    receive
        {_, _, _} = Agent -> collect(Missing - 1, [Agent | Done])
    end.

with_witness("off", Report, _) ->
    Report;
with_witness("on", Report, Done) ->
    Report#{steps => [Taken || {_, _, Taken} <- lists:keysort(1, Done)]}.
