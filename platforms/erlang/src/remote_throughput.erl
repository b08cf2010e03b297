%% Strings from a process of node 0 to a process of node 1.
-module(remote_throughput).
-behaviour(agon_harness).

-export([parameters/0, variants/0, prepare/1]).
-export([receiver/3]).

%% So many messages may be under way: a mailbox has no bound of its own.
-define(UNDER_WAY, 1024).
-define(CREDIT, (?UNDER_WAY div 2)).
-define(MODULUS, 2147483647).

parameters() ->
    (agon_remote:parameters())#{messages => {integer, 1}}.

variants() ->
    ["default"].

prepare(#{messages := Messages, size := Size, witness := Witness} = Params) ->
    Node = agon_remote:node(Params),
    Strings = agon_remote:strings(Params#{count => Messages}),
    Way = {Size, Messages, Witness =:= "on"},
    fun(Index) -> iteration(Index, Node, Way, Strings) end.

iteration(Index, Node, {_, _, Witness} = Way, Strings) ->
    Receiver = agon_remote:start(Node, ?MODULE, receiver, [Index, self(), Way]),
    receive
        ready -> ok
    end,
    Begun = os:perf_counter(nanosecond),
    Sent = push(Strings, Receiver, ?UNDER_WAY, 0),
    receive
        last -> ok
    end,
    Elapsed = os:perf_counter(nanosecond) - Begun,
    receive
        reported -> ok
    end,
    Crc = agon_remote:crc(Witness, fun() -> lists:sum([erlang:crc32(String) || String <- Strings]) end),
    {Elapsed, Crc#{sent => Sent}}.

push([], _, _, Sent) ->
    Sent;
push(Strings, Receiver, 0, Sent) ->
    receive
        credit -> push(Strings, Receiver, ?CREDIT, Sent)
    end;
push([String | Strings], Receiver, Free, Sent) ->
    Receiver ! String,
    push(Strings, Receiver, Free - 1, Sent + 1).

receiver(Index, Sender, {_, _, Witness} = Way) ->
    Sender ! ready,
    {Received, Characters, Sum, Crc} = loop(0, Way, Sender, 0, 0, 0),
    Sender ! last,
    Report = #{received => Received, characters => Characters, sum => Sum},
    agon_remote:report(Index, maps:merge(Report, agon_remote:crc(Witness, fun() -> Crc end))),
    Sender ! reported.

loop(Messages, {_, Messages, _}, _, Characters, Sum, Crc) ->
    {Messages, Characters, Sum rem ?MODULUS, Crc};
loop(Number, {Size, _, Witness} = Way, Sender, Characters, Sum, Crc) ->
    receive
        <<Digits:10/binary, _/binary>> = String when byte_size(String) =:= Size ->
            Number = binary_to_integer(Digits),
            credit(Number + 1, Sender),
            loop(Number + 1, Way, Sender, Characters + Size, Sum + Number + 1, add(Witness, Crc, String))
    end.

credit(Handled, Sender) when Handled rem ?CREDIT =:= 0 -> Sender ! credit;
credit(_, _) -> ok.

add(false, Crc, _) -> Crc;
add(true, Crc, String) -> Crc + erlang:crc32(String).
