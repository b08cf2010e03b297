%% Strings from a component to another: within the virtual machine, or to a second one over TCP.
-module(throughput).
-behaviour(agon_harness).

-export([parameters/0, variants/0, prepare/1]).

-include("throughput.hrl").

-define(MOST_CHARACTERS, (256 bsl 20)).
-define(DIGITS, 10).
-define(POOL, 65536).
-define(PRINTABLE, 95).
%% Of a stream, one message in so many is timed.
-define(EVERY, 64).
%% So many messages of a stream may be under way within the virtual machine and over TCP: a mailbox has no bound of its own.
-define(UNDER_WAY, 128).
-define(UNDER_WAY_OVER_TCP, 1024).
-define(CRC_MODULUS, (1 bsl 32)).

parameters() ->
    #{
        size => {integer, ?DIGITS},
        messages => {integer, 1},
        serializer => {one_of, ["native", "msgpack"]},
        acks => {one_of, ["off", "on"]},
        transport => {one_of, ["inproc", "tcp"]},
        protocol => {one_of, ["sprint", "stream"]},
        clock => {one_of, ["on", "off"]},
        faults => {integer, 0},
        input => path
    }.

variants() ->
    ["default"].

prepare(#{samples := Samples, clock := Clock} = Params) ->
    check(Params),
    Way = way(Params),
    Strings = strings(Params),
    File = samples(Clock, Samples),
    {Node, Finish} = node_of(Params),
    {fun(Index) -> iteration(Index, Params, Node, Way, Strings, File) end, Finish}.

way(#{size := Size, messages := Messages, serializer := Serializer, acks := Acks, witness := Witness} = Params) ->
    #way{
        size = Size,
        messages = Messages,
        serializer = list_to_atom(Serializer),
        acks = Acks =:= "on",
        witness = Witness =:= "on",
        faults = read_input(Params),
        every = every(Params),
        credit = credit(Params)
    }.

%% A sprint ends at the receiver only where nothing is confirmed.
every(#{protocol := "sprint", acks := "off"}) -> 1;
every(#{protocol := "sprint", acks := "on"}) -> never;
every(#{protocol := "stream", clock := "on"}) -> ?EVERY;
every(#{protocol := "stream", clock := "off"}) -> never.

credit(#{protocol := "sprint"}) -> 1;
credit(#{protocol := "stream"} = Params) -> under_way(Params) div 2.

under_way(#{transport := "inproc"}) -> ?UNDER_WAY;
under_way(#{transport := "tcp"}) -> ?UNDER_WAY_OVER_TCP.

check(#{size := Size, messages := Messages}) when Size * Messages > ?MOST_CHARACTERS ->
    agon_harness:usage("size=~b messages=~b: at most ~b characters in all", [Size, Messages, ?MOST_CHARACTERS]);
check(#{faults := Faults, acks := "off"}) when Faults > 0 ->
    agon_harness:usage("faults=~b needs acks=on", [Faults]);
check(#{faults := Faults, messages := Messages}) when Faults > Messages ->
    agon_harness:usage("faults=~b: there are only ~b messages", [Faults, Messages]);
check(#{protocol := "sprint", clock := "off"}) ->
    agon_harness:usage("protocol=sprint needs clock=on", []);
check(#{}) ->
    ok.

read_input(#{input := Path, messages := Messages, faults := Faults}) ->
    Numbers = lists:append(agon_input:integers(Path, 0, Messages - 1)),
    case length(Numbers) =:= Faults andalso Numbers =:= lists:usort(Numbers) of
        true -> Numbers;
        false -> agon_harness:usage("~ts: must hold ~b integers, ascending", [Path, Faults])
    end.

strings(#{size := Size, messages := Messages, seed := Seed}) ->
    rand:seed(exsss, Seed),
    Rest = Size - ?DIGITS,
    Pool = <<<<(32 + Byte rem ?PRINTABLE)>> || <<Byte:16>> <= rand:bytes(2 * (?POOL + Rest))>>,
    [
        iolist_to_binary([digits(Number), binary:part(Pool, rand:uniform(?POOL) - 1, Rest)])
     || Number <- lists:seq(0, Messages - 1)
    ].

digits(Number) ->
    string:pad(integer_to_binary(Number), ?DIGITS, leading, $0).

samples("off", _) -> none;
samples("on", Samples) -> agon_samples:create(Samples, "latency.csv", "iteration,message,ns").

%% Where the receiver lives, and how that ends.
node_of(#{transport := "inproc"}) ->
    {node(), fun() -> ok end};
node_of(#{transport := "tcp", threads := Threads}) ->
    {Other, Node} = agon_node:start(Threads),
    {Node, fun() -> agon_node:stop(Other) end}.

%% This process is the sender.
iteration(Index, Params, Node, Way, Strings, File) ->
    Receiver = throughput_receiver:start(Node, Way),
    Sent = send(Params, Way, Receiver, Strings),
    #{elapsed := ElapsedNs, times := Times, counts := #{received := Received, characters := Characters}} = Sent,
    write(File, Index, step(Params), Times),
    Report = #{received => Received, characters => Characters},
    {ElapsedNs, with_witness(Params, with_acks(Params, Report, Sent), Sent, Strings)}.

send(#{protocol := "sprint"}, Way, Receiver, Strings) -> throughput_sender:sprint(Way, Receiver, Strings);
send(#{protocol := "stream"} = Params, Way, Receiver, Strings) ->
    throughput_sender:stream(Way, Receiver, Strings, under_way(Params)).

%% What lies between the numbers of two messages that are timed.
step(#{protocol := "sprint"}) -> 1;
step(#{protocol := "stream"}) -> ?EVERY.

write(none, _, _, _) ->
    ok;
write(File, Index, Step, Times) ->
    Numbers = lists:seq(0, Step * (length(Times) - 1), Step),
    agon_samples:append(File, [
        io_lib:format("~b,~b,~b\n", [Index, Number, Ns])
     || {Number, Ns} <- lists:zip(Numbers, Times)
    ]).

with_acks(#{acks := "off"}, Report, _) ->
    Report;
with_acks(#{acks := "on"}, Report, #{confirmed := Confirmed, failed := Failed}) ->
    Report#{confirmed => Confirmed, unconfirmed => Failed}.

with_witness(#{witness := "off"}, Report, _, _) ->
    Report;
with_witness(#{witness := "on"}, Report, #{counts := #{crc := Received}}, Strings) ->
    Sent = lists:sum([erlang:crc32(String) || String <- Strings]),
    Report#{crc_sent => Sent rem ?CRC_MODULUS, crc_received => Received rem ?CRC_MODULUS}.
