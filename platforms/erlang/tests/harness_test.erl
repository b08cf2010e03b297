%% Whole runs of the harness, on a workload that does nothing: what it reads, what it writes, how it ends.
-module(harness_test).
-behaviour(agon_harness).

-export([main/0, program/0, parameters/0, variants/0, prepare/1]).

-define(LIMIT_MS, 20000).

%% Runs all cases and ends with status 1 where one fails. `WORD`... on the command line is how a program is started.
main() ->
    Failed = [Name || {Name, Arguments, Input, Expected} <- cases(), failed(Name, Arguments, Input, Expected)],
    halt(length(Failed)).

cases() ->
    [
        {"iterations=2 reads nothing", "iterations=2", "nonsense\n", {0, [ready, 0, 1]}},
        {"as often as told", "iterations=0", "2\n1\n0\n", {0, [ready, 0, 1, 2]}},
        {"until the input ends", "iterations=0", "2\n1\n", {0, [ready, 0, 1, 2]}},
        {"a last line without an end", "iterations=0", "2\n1", {0, [ready, 0, 1, 2]}},
        {"what follows 0 is not read", "iterations=0", "1\n0\nnonsense\n", {0, [ready, 0]}},
        {"0 at once", "iterations=0", "0\n", {0, [ready]}},
        {"no input at all", "iterations=0", "", {0, [ready]}},
        {"no number", "iterations=0", "1\nmore\n", {1, [ready, 0]}},
        {"an empty line", "iterations=0", "\n", {1, [ready]}},
        {"a negative number", "iterations=0", "-1\n", {1, [ready]}},
        {"a long line", "iterations=0", lists:duplicate(100, $x) ++ "\n", {1, [ready]}},
        {"a wrong argument", "iterations=-1", "", {2, []}}
    ].

failed(Name, Arguments, Input, Expected) ->
    case started(Arguments, Input) of
        Expected ->
            false;
        Found ->
            io:format("~s: ~p instead of ~p~n", [Name, Found, Expected]),
            true
    end.

%% The status, and what was written: the index of each iteration.
started(Arguments, Input) ->
    Start = lists:join($\s, init:get_plain_arguments()),
    Common = "nothing threads=1 seed=1 variant=default samples=. witness=off",
    Command = io_lib:format("printf %s '~s' | ~s ~s ~s 2>/dev/null", [Input, Start, Common, Arguments]),
    Port = open_port({spawn_executable, "/bin/sh"}, [{args, ["-c", Command]}, in, exit_status, {line, 1000}]),
    received(Port, []).

received(Port, Events) ->
    receive
        {Port, {data, {eol, Line}}} -> received(Port, [event(Line) | Events]);
        {Port, {exit_status, Status}} -> {Status, lists:reverse(Events)}
    after ?LIMIT_MS -> {nothing_after, lists:reverse(Events)}
    end.

event("{\"event\":\"ready\"}") ->
    ready;
event(Line) ->
    {match, [Index]} = re:run(Line, "^{.*\"index\":(\\d+).*}$", [{capture, all_but_first, list}]),
    list_to_integer(Index).

%% The program that is started.
program() ->
    agon_harness:main(#{"nothing" => ?MODULE}, init:get_plain_arguments()).

parameters() ->
    #{}.

variants() ->
    ["default"].

prepare(_) ->
    fun(Index) -> {Index, #{}} end.
