%% The sender: one message at a time, or as fast as the bound on messages under way lets it.
-module(throughput_sender).

-export([sprint/3, stream/4]).
-export_type([sent/0]).

-include("throughput.hrl").

-define(PAUSE_MS, 1).

-type sent() :: #{
    elapsed := non_neg_integer(),
    %% Of the messages that were timed, in their order.
    times := [non_neg_integer()],
    confirmed := non_neg_integer(),
    failed := [non_neg_integer()],
    counts := throughput_receiver:counts()
}.

%% One message at a time, with a pause after each.
-spec sprint(#way{}, throughput_receiver:receiver(), [binary()]) -> sent().
sprint(#way{serializer = Serializer} = Way, Receiver, Strings) ->
    Pid = throughput_receiver:pid(Receiver),
    Sprints = [
        begin
            Begun = os:perf_counter(nanosecond),
            Pid ! throughput_string:pack(Serializer, String),
            Answer = throughput_receiver:next_answer(Receiver),
            Ended = ended(Way, Answer),
            timer:sleep(?PAUSE_MS),
            {Ended - Begun, Answer}
        end
     || String <- Strings
    ],
    {Times, Answers} = lists:unzip(Sprints),
    #{
        elapsed => lists:sum(Times),
        times => Times,
        confirmed => length([Number || {confirmed, Number} <- Answers]),
        failed => [Number || {failed, Number} <- Answers],
        counts => throughput_receiver:counts(Receiver)
    }.

%% A message ends with its handler, or with the handling of its confirmation.
ended(#way{acks = false}, {credit, 1, Ended}) -> Ended;
ended(#way{acks = true}, {_, _}) -> os:perf_counter(nanosecond).

%% All messages, at most `Bound` of them under way.
-spec stream(#way{}, throughput_receiver:receiver(), [binary()], pos_integer()) -> sent().
stream(Way, Receiver, Strings, Bound) ->
    Begun = os:perf_counter(nanosecond),
    {Free, Outcomes, Starts} = push(Strings, 0, Way, Receiver, Bound, {0, []}, []),
    {Confirmed, Failed} = outstanding(Way, Bound - Free, Receiver, Outcomes),
    Now = os:perf_counter(nanosecond),
    #{ends := Ends, last := Last} = Counts = throughput_receiver:counts(Receiver),
    #{
        elapsed => last(Way, Last, Now) - Begun,
        times => [End - Start || {Start, End} <- lists:zip(lists:reverse(Starts), Ends)],
        confirmed => Confirmed,
        failed => lists:reverse(Failed),
        counts => Counts
    }.

push([], _, _, _, Free, Outcomes, Starts) ->
    {Free, Outcomes, Starts};
push(Strings, Number, Way, Receiver, 0, Outcomes, Starts) ->
    {Freed, NewOutcomes} = take(throughput_receiver:next_answer(Receiver), Outcomes),
    push(Strings, Number, Way, Receiver, Freed, NewOutcomes, Starts);
push([String | Strings], Number, #way{serializer = Serializer} = Way, Receiver, Free, Outcomes, Starts) ->
    NewStarts = start(Number, Way, Starts),
    throughput_receiver:pid(Receiver) ! throughput_string:pack(Serializer, String),
    push(Strings, Number + 1, Way, Receiver, Free - 1, Outcomes, NewStarts).

start(_, #way{every = never}, Starts) -> Starts;
start(Number, #way{every = Every}, Starts) when Number rem Every =:= 0 -> [os:perf_counter(nanosecond) | Starts];
start(_, _, Starts) -> Starts.

%% The confirmations of what is still under way.
outstanding(#way{acks = true} = Way, Count, Receiver, Outcomes) when Count > 0 ->
    {1, NewOutcomes} = take(throughput_receiver:next_answer(Receiver), Outcomes),
    outstanding(Way, Count - 1, Receiver, NewOutcomes);
outstanding(_, _, _, Outcomes) ->
    Outcomes.

%% How many messages more may be sent, and the count and the list after that answer.
take({credit, Credit, _}, Outcomes) -> {Credit, Outcomes};
take({confirmed, _}, {Confirmed, Failed}) -> {1, {Confirmed + 1, Failed}};
take({failed, Number}, {Confirmed, Failed}) -> {1, {Confirmed, [Number | Failed]}}.

last(#way{acks = false}, Last, _) -> Last;
last(#way{acks = true}, _, Now) -> Now.
