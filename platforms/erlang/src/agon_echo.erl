%% What echo-all and mass-reception share: when requests are sent, what is kept of them, the controller and the report.
-module(agon_echo).

-export([parameters/1, prepare/2, run/3, pace/4, wait/1, replied/1, acc/2, no_sum/1, add/2]).
-export_type([pace/0, sum/0, outcome/0]).

-define(MODULUS, 2147483647).
-define(LATEST, 2147483647).

%% A request follows each reply at once, with or without a look at the clock in between; or each is sent when it is due.
%% What is kept: when the request under way could be sent, or when it and those to come are due, in microseconds from the
%% start; and the times of those before, the last first. All else in the virtual machine's own unit.
-type pace() ::
    closed
    | {timed, Sent :: integer(), Times :: [integer()]}
    | {open, Begun :: integer(), Due :: [non_neg_integer()], Times :: [integer()]}.

%% With witnesses: over the requests that a replier answers, the sum of them as numbers of their own.
-type sum() :: none | non_neg_integer().

%% What an iteration comes to: the time, what everybody knows who asks, and everybody who answers.
-type outcome() :: {
    ElapsedNs :: non_neg_integer(),
    [{Number :: non_neg_integer(), Replies :: non_neg_integer(), Acc :: non_neg_integer(), pace()}],
    [{Number :: non_neg_integer(), Handled :: non_neg_integer(), sum()}]
}.

-spec parameters(#{atom() => agon_harness:kind()}) -> #{atom() => agon_harness:kind()}.
parameters(Own) ->
    Own#{
        messages => {integer, 1},
        clock => {one_of, ["on", "off"]},
        rate => {integer, 0},
        arrivals => {one_of, ["constant", "poisson"]},
        input => path
    }.

-spec prepare(agon_harness:params(), fun(() -> outcome())) -> agon_harness:iteration().
prepare(#{clock := "off", rate := Rate}, _) when Rate > 0 ->
    agon_harness:usage("rate=~b: needs clock=on", [Rate]);
prepare(#{clock := Clock, samples := Samples} = Params, Run) ->
    keep_schedule(Params),
    File = file(Clock, Samples),
    fun(Index) ->
        {ElapsedNs, Requesters, Repliers} = Run(),
        Sorted = lists:keysort(1, Requesters),
        append(File, Index, Sorted),
        {ElapsedNs, report(Sorted, lists:keysort(1, Repliers))}
    end.

%% Every requester finds its line without a copy.
keep_schedule(#{rate := 0}) ->
    ok;
keep_schedule(#{input := Input, messages := Messages} = Params) ->
    Lines = agon_input:integers(Input, 0, ?LATEST),
    Count = maps:get(agents, Params, maps:get(senders, Params, 0)),
    case length(Lines) =:= Count andalso lists:all(fun(Line) -> length(Line) =:= Messages end, Lines) of
        true -> persistent_term:put(?MODULE, list_to_tuple(Lines));
        false -> agon_harness:usage("~ts: must hold ~b lines of ~b times", [Input, Count, Messages])
    end.

file("on", Samples) -> agon_samples:create(Samples, "rtt.csv", "iteration,agent,ns");
file("off", _) -> none.

append(none, _, _) ->
    ok;
append(File, Index, Requesters) ->
    Rows = [
        [io_lib:format("~b,~b,~b\n", [Index, Number, nanoseconds(Time)]) || Time <- times(Pace)]
     || {Number, _, _, Pace} <- Requesters
    ],
    agon_samples:append(File, Rows).

times({timed, _, Times}) -> lists:reverse(Times);
times({open, _, _, Times}) -> lists:reverse(Times).

nanoseconds(Time) -> erlang:convert_time_unit(Time, native, nanosecond).

report(Requesters, Repliers) ->
    Report = #{
        replies => lists:sum([Replies || {_, Replies, _, _} <- Requesters]),
        acc => [Acc || {_, _, Acc, _} <- Requesters],
        handled => [Handled || {_, Handled, _} <- Repliers]
    },
    case Repliers of
        [{_, _, none} | _] -> Report;
        _ -> Report#{witness => [Sum || {_, _, Sum} <- Repliers]}
    end.

%% Starts all, waits until all who ask have done, and collects what each knows.
-spec run(Requesters :: [pid()], Others :: [pid()], fun(([tuple()]) -> {[tuple()], [tuple()]})) -> outcome().
run(Requesters, Others, Sort) ->
    Begun = erlang:monotonic_time(),
    send_all(Requesters, {go, Begun}),
    wait_for_all(length(Requesters)),
    Elapsed = erlang:monotonic_time() - Begun,
    {Knowing, Answering} = Sort([ask(Process) || Process <- Requesters ++ Others]),
    {nanoseconds(Elapsed), Knowing, Answering}.

send_all(Processes, Message) ->
    lists:foreach(fun(Process) -> Process ! Message end, Processes).

wait_for_all(0) ->
    ok;
wait_for_all(Missing) ->
    receive
        done -> wait_for_all(Missing - 1)
    end.

ask(Process) ->
    Process ! {report, self()},
    receive
        {reported, Process, What} -> What
    end.

%% The pace of a requester in an iteration that began then.
-spec pace(agon_harness:params(), Begun :: integer(), Number :: non_neg_integer(), All :: pos_integer()) -> pace().
pace(#{clock := "off"}, _, _, _) ->
    closed;
pace(#{rate := 0}, Begun, _, _) ->
    {timed, Begun, []};
pace(_, Begun, Number, _) ->
    {open, Begun, element(Number + 1, persistent_term:get(?MODULE)), []}.

due(Begun, Microseconds) -> Begun + erlang:convert_time_unit(Microseconds, microsecond, native).

%% The milliseconds until the next request is due, rounded up.
-spec wait(pace()) -> non_neg_integer().
wait({open, Begun, [Next | _], _}) ->
    Unit = erlang:convert_time_unit(1, millisecond, native),
    max(0, (due(Begun, Next) - erlang:monotonic_time() + Unit - 1) div Unit);
wait(_) ->
    0.

%% The reply to the request under way has come.
-spec replied(pace()) -> pace().
replied(closed) ->
    closed;
replied({timed, Sent, Times}) ->
    Now = erlang:monotonic_time(),
    {timed, Now, [Now - Sent | Times]};
replied({open, Begun, [Asked | Next], Times}) ->
    {open, Begun, Next, [erlang:monotonic_time() - due(Begun, Asked) | Times]}.

-spec acc(non_neg_integer(), Replier :: non_neg_integer()) -> non_neg_integer().
acc(Acc, Replier) -> (Acc * 31 + Replier) rem ?MODULUS.

-spec no_sum(agon_harness:params()) -> sum().
no_sum(#{witness := "off"}) -> none;
no_sum(#{witness := "on"}) -> 0.

-spec add(sum(), Request :: non_neg_integer()) -> sum().
add(none, _) -> none;
add(Sum, Request) -> (Sum + Request) rem ?MODULUS.
