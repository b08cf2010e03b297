%% Strings from a process of node 0 to a process of node 1.
-module(remote_throughput).
-behaviour(agon_harness).

-export([parameters/0, variants/0, prepare/1]).
-export([receiver/3]).

%% So many bytes of messages may be under way, and so many messages: a mailbox has no bound of its own.
-define(BYTES_UNDER_WAY, (1 bsl 20)).
-define(MOST_UNDER_WAY, 16384).
-define(LEAST_UNDER_WAY, 32).
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

iteration(Index, Node, {Size, _, Witness} = Way, Strings) ->
    Receiver = agon_remote:start(Node, ?MODULE, receiver, [Index, self(), Way]),
    receive
        ready -> ok
    end,
    Begun = os:perf_counter(nanosecond),
    Sent = push(Strings, Receiver, under_way(Size), credit(Size), 0),
    receive
        last -> ok
    end,
    Elapsed = os:perf_counter(nanosecond) - Begun,
    receive
        reported -> ok
    end,
    Crc = agon_remote:crc(Witness, fun() -> lists:sum([erlang:crc32(String) || String <- Strings]) end),
    {Elapsed, Crc#{sent => Sent}}.

under_way(Size) -> max(?LEAST_UNDER_WAY, min(?MOST_UNDER_WAY, ?BYTES_UNDER_WAY div Size)).

%% After so many that were handled the sender is notified.
credit(Size) -> under_way(Size) div 2.

push([], _, _, _, Sent) ->
    Sent;
push(Strings, Receiver, 0, Credit, Sent) ->
    receive
        credit -> push(Strings, Receiver, Credit, Credit, Sent)
    end;
push([String | Strings], Receiver, Free, Credit, Sent) ->
    Receiver ! String,
    push(Strings, Receiver, Free - 1, Credit, Sent + 1).

receiver(Index, Sender, {Size, _, Witness} = Way) ->
    Sender ! ready,
    {Received, Characters, Sum, Crc} = loop(0, Way, {Sender, credit(Size)}, 0, 0, 0),
    Sender ! last,
    Report = #{received => Received, characters => Characters, sum => Sum},
    agon_remote:report(Index, maps:merge(Report, agon_remote:crc(Witness, fun() -> Crc end))),
    Sender ! reported.

loop(Messages, {_, Messages, _}, _, Characters, Sum, Crc) ->
    {Messages, Characters, Sum rem ?MODULUS, Crc};
loop(Number, {Size, _, Witness} = Way, Grants, Characters, Sum, Crc) ->
    receive
        <<Digits:10/binary, _/binary>> = String when byte_size(String) =:= Size ->
            Number = binary_to_integer(Digits),
            grant(Number + 1, Grants),
            loop(Number + 1, Way, Grants, Characters + Size, Sum + Number + 1, add(Witness, Crc, String))
    end.

grant(Handled, {Sender, Credit}) when Handled rem Credit =:= 0 -> Sender ! credit;
grant(_, _) -> ok.

add(false, Crc, _) -> Crc;
add(true, Crc, String) -> Crc + erlang:crc32(String).
