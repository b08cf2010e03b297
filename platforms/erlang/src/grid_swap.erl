%% Agents that swap their states with others at random.
-module(grid_swap).
-behaviour(agon_harness).

-export([parameters/0, variants/0, prepare/1]).

%% What an agent knows of the others; it never changes.
-record(world, {cell :: non_neg_integer(), others :: pos_integer(), rounds :: pos_integer(), controller :: pid()}).

parameters() ->
    #{side => {integer, 2}, active => {integer, 1}, rounds => {integer, 1}, input => path}.

variants() ->
    ["default"].

prepare(#{side := Side, rounds := Rounds, input := Input, samples := Samples}) ->
    Size = Side * Side,
    %% Some processes are the system's own.
    Limit = erlang:system_info(process_limit) - 1000,
    Size > Limit andalso agon_harness:usage("side=~b: at most ~b agents, or start erl with +P", [Side, Limit]),
    Active =
        case agon_input:integers(Input, 0, Size - 1) of
            [Cells] -> sets:from_list(Cells, [{version, 2}]);
            Lines -> agon_harness:usage("~ts: must hold one line, holds ~b", [Input, length(Lines)])
        end,
    File = agon_samples:create(Samples, "cells.csv", "iteration,cell,requested,accepted,refused,state"),
    fun(Index) -> iteration(Index, Size, Active, Rounds, File) end.

iteration(Index, Size, Active, Rounds, File) ->
    process_flag(priority, high),
    Agents = [spawn_agent(Cell, Size, Active, Rounds) || Cell <- lists:seq(0, Size - 1)],
    %% Every agent can send to every other: a tuple of a quarter of a million addresses that need no copy.
    persistent_term:put(?MODULE, list_to_tuple(Agents)),
    Starting = [Agent || {Cell, Agent} <- lists:enumerate(0, Agents), sets:is_element(Cell, Active)],
    Begun = erlang:monotonic_time(nanosecond),
    send_all(Starting, start),
    receive
        finished -> send_all(Agents, stop)
    end,
    Ended = collect(Size, []),
    ElapsedNs = erlang:monotonic_time(nanosecond) - Begun,
    agon_samples:append(File, [row(Index, Agent) || Agent <- lists:keysort(1, Ended)]),
    Swaps = lists:sum([Requested || {_, Requested, _, _, _} <- Ended]),
    Refused = lists:sum([Count || {_, _, _, Count, _} <- Ended]),
    {ElapsedNs, #{requests => Swaps + Refused, swaps => Swaps}}.

send_all(Agents, Message) ->
    lists:foreach(fun(Agent) -> Agent ! Message end, Agents).

collect(0, Ended) ->
    Ended;
collect(Missing, Ended) ->
    receive
        {stopped, Cell, Requested, Accepted, Refused, State} ->
            collect(Missing - 1, [{Cell, Requested, Accepted, Refused, State} | Ended]);
        finished ->
            collect(Missing, Ended)
    end.

%% A binary: a quarter of a million rows as lists of characters would take hundreds of megabytes.
row(Index, {Cell, Requested, Accepted, Refused, State}) ->
    Values = [Index, Cell, Requested, Accepted, Refused, State],
    iolist_to_binary([lists:join($,, [integer_to_binary(Value) || Value <- Values]), $\n]).

spawn_agent(Cell, Size, Active, Rounds) ->
    World = #world{cell = Cell, others = Size - 1, rounds = Rounds, controller = self()},
    case sets:is_element(Cell, Active) of
        true -> spawn_link(fun() -> start(World, Cell) end);
        false -> spawn_link(fun() -> idle(World, Cell, rand:mwc59_seed(), 0, 0, 0) end)
    end.

start(World, State) ->
    Random = rand:mwc59_seed(),
    receive
        start -> request(World, State, Random, 0, 0, 0)
    end.

idle(World, State, Random, Requested, Accepted, Refused) ->
    receive
        {request, From, New} ->
            From ! {accept, State},
            request(World, New, Random, Requested, Accepted + 1, Refused);
        stop ->
            stopped(World, State, Requested, Accepted, Refused)
    end.

request(#world{cell = Cell, others = Others} = World, State, Random, Requested, Accepted, Refused) ->
    NewRandom = rand:mwc59(Random),
    another(Cell, Others, NewRandom) ! {request, self(), State},
    in_transaction(World, State, NewRandom, Requested, Accepted, Refused).

%% One of the other agents. Cells count from 0, a tuple's elements from 1.
another(Cell, Others, Random) ->
    Agents = persistent_term:get(?MODULE),
    case (rand:mwc59_value32(Random) * Others) bsr 32 of
        Drawn when Drawn < Cell -> element(Drawn + 1, Agents);
        Drawn -> element(Drawn + 2, Agents)
    end.

in_transaction(#world{rounds = Rounds} = World, State, Random, Requested, Accepted, Refused) ->
    receive
        {request, From, _} ->
            From ! refuse,
            in_transaction(World, State, Random, Requested, Accepted, Refused);
        refuse ->
            request(World, State, Random, Requested, Accepted, Refused + 1);
        {accept, New} when Requested + 1 =:= Rounds ->
            World#world.controller ! finished,
            finished(World, New, Rounds, Accepted, Refused);
        {accept, New} ->
            idle(World, New, Random, Requested + 1, Accepted, Refused);
        stop ->
            close(World, State, Requested, Accepted, Refused)
    end.

%% Stopped within a transaction: waits for its answer.
close(World, State, Requested, Accepted, Refused) ->
    receive
        {request, From, _} ->
            From ! refuse,
            close(World, State, Requested, Accepted, Refused);
        refuse ->
            stopped(World, State, Requested, Accepted, Refused + 1);
        {accept, New} ->
            stopped(World, New, Requested + 1, Accepted, Refused)
    end.

finished(World, State, Requested, Accepted, Refused) ->
    receive
        {request, From, _} ->
            From ! refuse,
            finished(World, State, Requested, Accepted, Refused);
        stop ->
            stopped(World, State, Requested, Accepted, Refused)
    end.

stopped(#world{cell = Cell, controller = Controller}, State, Requested, Accepted, Refused) ->
    Controller ! {stopped, Cell, Requested, Accepted, Refused, State},
    refuse().

refuse() ->
    receive
        {request, From, _} -> From ! refuse
    end,
    refuse().
