%% What the workloads share: arguments, iterations, and JSON lines on standard output.
-module(agon_harness).

-export([main/2, usage/2, check_processes/3]).
-export_type([params/0, iteration/0, kind/0]).

-type params() :: #{atom() => integer() | string()}.
%% An integer with its least value, a choice of words, or the name of a file; or what may be missing.
-type kind() :: {integer, Least :: integer()} | {one_of, [string()]} | path | {optional, kind()}.
-type iteration() :: fun((Index :: non_neg_integer()) -> {ElapsedNs :: non_neg_integer(), map()}).

%% The workload's own keys.
-callback parameters() -> #{atom() => kind()}.
%% The variants it offers.
-callback variants() -> [string()].
%% Reads the input and hands back what runs one iteration. That runs in a process of its own; the actors are linked
%% to it and end when it ends. With what is to be done after the last iteration, where there is something.
-callback prepare(params()) -> iteration() | {iteration(), Finish :: fun(() -> ok)}.

%% Runs the workload that the command line names and ends the program. `Workloads` maps each to its module.
-spec main(#{string() => module()}, [string()]) -> no_return().
main(Workloads, Arguments) ->
    try run(Workloads, Arguments) of
        ok -> halt(0)
    catch
        throw:{usage, Message} -> stop(2, Message);
        throw:{order, Message} -> stop(1, Message);
        throw:{failed, Reason} -> stop(1, io_lib:format("an actor failed: ~tp", [Reason]));
        Class:Reason:Stack -> stop(1, io_lib:format("~tp: ~tp~n~tp", [Class, Reason, Stack]))
    end.

%% Ends the program: the command line asks for something that cannot be done.
-spec usage(io:format(), [term()]) -> no_return().
usage(Format, Args) ->
    throw({usage, io_lib:format(Format, Args)}).

%% Ends the program if that argument needs more processes than there may be.
-spec check_processes(string(), pos_integer(), Processes :: pos_integer()) -> ok.
check_processes(Name, Value, Processes) ->
    %% Some processes are the system's own.
    Limit = erlang:system_info(process_limit) - 1000,
    Processes > Limit andalso usage("~s=~b: at most ~b processes, or start erl with +P", [Name, Value, Limit]),
    ok.

run(Workloads, [Workload | Arguments]) ->
    case Workloads of
        #{Workload := Module} ->
            Params = agon_arguments:parse(Arguments, Module:parameters(), Module:variants()),
            check_schedulers(Params),
            {Iteration, Finish} = finishing(Module:prepare(Params)),
            emit(#{event => ready}),
            repeat(Iteration, Params),
            Finish();
        #{} ->
            Known = lists:join(", ", lists:sort(maps:keys(Workloads))),
            usage("unknown workload '~ts': one of ~ts", [Workload, Known])
    end;
run(_, []) ->
    usage("no workload given: start as WORKLOAD key=value ...", []).

finishing({Iteration, Finish}) -> {Iteration, Finish};
finishing(Iteration) -> {Iteration, fun() -> ok end}.

check_schedulers(#{threads := Threads}) ->
    case erlang:system_info(schedulers_online) of
        Threads -> ok;
        Online -> usage("threads=~b but ~b schedulers run: start erl with +S ~b", [Threads, Online, Threads])
    end.

repeat(Iteration, #{iterations := 0}) ->
    repeat_on_request(Iteration, 0, agon_orders:open());
repeat(Iteration, #{iterations := Count}) ->
    iterate(Iteration, 0, Count).

repeat_on_request(Iteration, Index, Input) ->
    case agon_orders:next(Input) of
        0 ->
            ok;
        Count ->
            iterate(Iteration, Index, Index + Count),
            repeat_on_request(Iteration, Index + Count, Input)
    end.

iterate(_, End, End) ->
    ok;
iterate(Iteration, Index, End) ->
    {ElapsedNs, Report} = in_own_process(fun() -> Iteration(Index) end),
    emit(#{event => iteration, index => Index, elapsed_ns => ElapsedNs, report => Report}),
    iterate(Iteration, Index + 1, End).

in_own_process(Fun) ->
    Parent = self(),
    {Pid, Monitor} = spawn_monitor(fun() ->
        Parent ! {self(), Fun()},
        %% Not 'normal': the exit signal must end the linked actors.
        exit(shutdown)
    end),
    receive
        {'DOWN', Monitor, process, Pid, shutdown} ->
            receive
                {Pid, Result} -> Result
            end;
        {'DOWN', Monitor, process, Pid, Reason} ->
            throw({failed, Reason})
    end.

emit(Event) ->
    ok = io:put_chars([agon_json:encode(Event), $\n]).

stop(Status, Message) ->
    ok = io:setopts(standard_error, [{encoding, unicode}]),
    io:put_chars(standard_error, [Message, $\n]),
    halt(Status).
