%% What echo-all and mass-reception share: when requests are sent, what is kept of them, the controller and the report.
-module(agon_echo).

-export([parameters/1, prepare/2, run/3, pace/4, wait/1, replied/1, acc/2, no_sum/1, add/2]).
-export_type([pace/0, sum/0, outcome/0]).

-define(MODULUS, 2147483647).

%% A request follows each reply at once, with or without a look at the clock in between; or each is sent when it is due.
%% What is kept: when the request under way could be sent or was due, and the times of those before, the last first. All in
%% the virtual machine's own unit.
-type pace() ::
    closed
    | {timed, Sent :: integer(), Times :: [integer()]}
    | {open, Due :: integer(), Interval :: pos_integer(), Times :: [integer()]}.

%% With witnesses: over the requests that somebody answers, the sum of them as numbers of their own.
-type sum() :: none | non_neg_integer().

%% What an iteration comes to: the time, what everybody knows who asks, and everybody who answers.
-type outcome() :: {
    ElapsedNs :: non_neg_integer(),
    [{Number :: non_neg_integer(), Replies :: non_neg_integer(), Acc :: non_neg_integer(), pace()}],
    [{Number :: non_neg_integer(), Handled :: non_neg_integer(), sum()}]
}.

-spec parameters(#{atom() => agon_harness:kind()}) -> #{atom() => agon_harness:kind()}.
parameters(Own) ->
    Own#{messages => {integer, 1}, clock => {one_of, ["on", "off"]}, interval => {integer, 0}}.

-spec prepare(agon_harness:params(), fun(() -> outcome())) -> agon_harness:iteration().
prepare(#{clock := "off", interval := Interval}, _) when Interval > 0 ->
    agon_harness:usage("interval=~b: needs clock=on", [Interval]);
prepare(#{clock := Clock, samples := Samples}, Run) ->
    File = file(Clock, Samples),
    fun(Index) ->
        {ElapsedNs, Requesters, Repliers} = Run(),
        Sorted = lists:keysort(1, Requesters),
        append(File, Index, Sorted),
        {ElapsedNs, report(Sorted, lists:keysort(1, Repliers))}
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
    tell(Requesters, {go, Begun}),
    wait_for_all(length(Requesters)),
    Elapsed = erlang:monotonic_time() - Begun,
    {Knowing, Answering} = Sort([ask(Process) || Process <- Requesters ++ Others]),
    {nanoseconds(Elapsed), Knowing, Answering}.

tell(Processes, Message) ->
    lists:foreach(fun(Process) -> Process ! Message end, Processes).

wait_for_all(0) ->
    ok;
wait_for_all(Missing) ->
    receive
        done -> wait_for_all(Missing - 1)
    end.

ask(Process) ->
    Process ! {tell, self()},
    receive
        {told, Process, What} -> What
    end.

%% The pace of a requester in an iteration that began then.
-spec pace(agon_harness:params(), Begun :: integer(), Number :: non_neg_integer(), All :: pos_integer()) -> pace().
pace(#{clock := "off"}, _, _, _) ->
    closed;
pace(#{interval := 0}, Begun, _, _) ->
    {timed, Begun, []};
pace(#{interval := Interval}, Begun, Number, All) ->
    {open, Begun + native(Number * Interval div All), native(Interval), []}.

native(Milliseconds) -> erlang:convert_time_unit(Milliseconds, millisecond, native).

%% The milliseconds until the next request is due, rounded up.
-spec wait(pace()) -> non_neg_integer().
wait({open, Due, _, _}) ->
    Unit = native(1),
    max(0, (Due - erlang:monotonic_time() + Unit - 1) div Unit);
wait(_) ->
    0.

%% The reply to the request under way has come.
-spec replied(pace()) -> pace().
replied(closed) ->
    closed;
replied({timed, Sent, Times}) ->
    Now = erlang:monotonic_time(),
    {timed, Now, [Now - Sent | Times]};
replied({open, Due, Interval, Times}) ->
    {open, Due + Interval, Interval, [erlang:monotonic_time() - Due | Times]}.

-spec acc(non_neg_integer(), Replier :: non_neg_integer()) -> non_neg_integer().
acc(Acc, Replier) -> (Acc * 31 + Replier) rem ?MODULUS.

-spec no_sum(agon_harness:params()) -> sum().
no_sum(#{witness := "off"}) -> none;
no_sum(#{witness := "on"}) -> 0.

-spec add(sum(), Request :: non_neg_integer()) -> sum().
add(none, _) -> none;
add(Sum, Request) -> (Sum + Request) rem ?MODULUS.
