%% What all programs have in common: the same work several times, each time with its result and its time, as in rounds.asl.
-module(rounds).

-export([main/1]).

%% Spawns the program's agents, other than the one that calls, which is its main agent.
-callback start(N :: pos_integer()) -> Agents :: term().

%% What is measured. The result is an integer or a tuple, written as AgentSpeak writes it.
-callback work(N :: pos_integer(), Agents :: term()) -> integer() | tuple().

%% Arguments: the program's module, the size, and how many rounds. Agents are linked to the main one: if one of them crashes, so
%% does the program.
main([Name, Size, Rounds]) ->
    Program = list_to_atom(Name),
    {_, Monitor} = spawn_monitor(fun() -> rounds(Program, list_to_integer(Size), list_to_integer(Rounds)) end),
    receive
        {'DOWN', Monitor, process, _, normal} ->
            halt(0);
        {'DOWN', Monitor, process, _, Reason} ->
            io:format(standard_error, "~0p~n", [Reason]),
            halt(1)
    end.

rounds(Program, N, Rounds) ->
    Agents = Program:start(N),
    lists:foreach(fun(_) -> round(Program, N, Agents) end, lists:seq(1, Rounds)).

round(Program, N, Agents) ->
    From = erlang:monotonic_time(nanosecond),
    Result = Program:work(N, Agents),
    To = erlang:monotonic_time(nanosecond),
    io:format("result: ~ts~ntime: ~b~n", [written(Result), To - From]).

written(Result) when is_integer(Result) ->
    integer_to_list(Result);
written(Result) ->
    [Functor | Arguments] = tuple_to_list(Result),
    [atom_to_list(Functor), $(, lists:join($,, [integer_to_list(Argument) || Argument <- Arguments]), $)].
