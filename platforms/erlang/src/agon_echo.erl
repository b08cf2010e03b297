%% What echo-all and mass-reception share: when requests are sent, what is kept of them, the controller and the report.
-module(agon_echo).

-export([parameters/1, prepare/2, pace/3, due/1, heard/1, acc/2, no_sum/1, add/2, told/4, converse/2]).
-export_type([pace/0, sum/0]).

-define(MODULUS, 2147483647).

%% A request follows each reply at once, with or without a look at the clock in between; or each is sent when it is due.
%% What is kept: when the request under way was sent or was due, and the times of those before, the last first. All in
%% the virtual machine's own unit.
-type pace() ::
    closed
    | {timed, Sent :: integer(), Times :: [integer()]}
    | {open, Due :: integer(), Interval :: pos_integer(), Times :: [integer()]}.

%% With witnesses: over the requests that somebody answers, the sum of them as numbers of their own.
-type sum() :: none | non_neg_integer().

%% What an iteration comes to: the time; each requester's number, `acc` and pace; each replier's number, the requests that it
%% has answered, and their sum.
-type outcome() :: {
    ElapsedNs :: non_neg_integer(),
    [{non_neg_integer(), non_neg_integer(), pace()}],
    [{non_neg_integer(), non_neg_integer(), sum()}]
}.

-spec parameters(#{atom() => agon_harness:kind()}) -> #{atom() => agon_harness:kind()}.
parameters(Own) ->
    Own#{messages => {integer, 1}, clock => {one_of, ["on", "off"]}, interval => {integer, 0}}.

-spec prepare(agon_harness:params(), fun(() -> outcome())) -> agon_harness:iteration().
prepare(#{clock := "off", interval := Interval}, _) when Interval > 0 ->
    agon_harness:usage("interval=~b: needs clock=on", [Interval]);
prepare(#{clock := Clock, messages := Messages, samples := Samples}, Run) ->
    File = file(Clock, Samples),
    fun(Index) ->
        {ElapsedNs, Requesters, Repliers} = Run(),
        Sorted = lists:keysort(1, Requesters),
        append(File, Index, Sorted),
        {ElapsedNs, report(Messages * length(Sorted), Sorted, lists:keysort(1, Repliers))}
    end.

file("on", Samples) -> agon_samples:create(Samples, "rtt.csv", "iteration,agent,ns");
file("off", _) -> none.

append(none, _, _) ->
    ok;
append(File, Index, Requesters) ->
    Rows = [
        [io_lib:format("~b,~b,~b\n", [Index, Number, nanoseconds(Time)]) || Time <- times(Pace)]
     || {Number, _, Pace} <- Requesters
    ],
    agon_samples:append(File, Rows).

times({timed, _, Times}) -> lists:reverse(Times);
times({open, _, _, Times}) -> lists:reverse(Times).

nanoseconds(Time) -> erlang:convert_time_unit(Time, native, nanosecond).

report(Replies, Requesters, Repliers) ->
    Report = #{
        replies => Replies,
        acc => [Acc || {_, Acc, _} <- Requesters],
        handled => [Handled || {_, Handled, _} <- Repliers]
    },
    case Repliers of
        [{_, _, none} | _] -> Report;
        _ -> Report#{witness => [Sum || {_, _, Sum} <- Repliers]}
    end.
