%% Processes of node 0 ask a process of node 1.
-module(remote_ask).
-behaviour(agon_harness).

-export([parameters/0, variants/0, prepare/1]).
-export([answerer/3]).

-define(MULTIPLIER, 48271).
-define(MODULUS, 2147483647).

parameters() ->
    (agon_remote:parameters())#{asks => {integer, 1}, outstanding => {integer, 1}}.

variants() ->
    ["default"].

prepare(#{asks := Asks, outstanding := Outstanding, size := Size, witness := Witness, samples := Samples} = Params) ->
    Node = agon_remote:node(Params),
    Strings = agon_remote:strings(Params#{count => Asks}),
    File = agon_samples:create(Samples, "rtt.csv", "iteration,ask,ns"),
    Way = {Size, Asks, Witness =:= "on"},
    Shares = shares(lists:enumerate(0, Strings), Outstanding),
    fun(Index) -> iteration(Index, Node, Way, Strings, Shares, File) end.

%% What each asker asks: of question q asker q rem Outstanding.
shares(Questions, Outstanding) ->
    Shares = maps:groups_from_list(fun({Number, _}) -> Number rem Outstanding end, Questions),
    maps:values(Shares).

iteration(Index, Node, {_, _, Witness} = Way, Strings, Shares, File) ->
    Self = self(),
    Answerer = agon_remote:start(Node, ?MODULE, answerer, [Index, Self, Way]),
    receive
        ready -> ok
    end,
    Askers = [spawn_link(fun() -> asker(Self, Answerer, Share) end) || Share <- Shares],
    Begun = os:perf_counter(nanosecond),
    [Asker ! begin_asking || Asker <- Askers],
    Ended = await(Askers),
    Elapsed = os:perf_counter(nanosecond) - Begun,
    receive
        reported -> ok
    end,
    {Times, Sums} = lists:unzip(Ended),
    write(File, Index, lists:sort(lists:append(Times))),
    Crc = agon_remote:crc(Witness, fun() -> lists:sum([erlang:crc32(String) || String <- Strings]) end),
    {Elapsed, Crc#{answers => lists:sum([length(Own) || Own <- Times]), sum => lists:sum(Sums) rem ?MODULUS}}.

await(Askers) ->
    [
        receive
            {Asker, Times, Sum} -> {Times, Sum}
        end
     || Asker <- Askers
    ].

asker(Controller, Answerer, Share) ->
    receive
        begin_asking -> ok
    end,
    ask(Share, Controller, Answerer, [], 0).

ask([], Controller, _, Times, Sum) ->
    Controller ! {self(), Times, Sum};
ask([{Number, Question} | Share], Controller, Answerer, Times, Sum) ->
    Reference = make_ref(),
    Asked = os:perf_counter(nanosecond),
    Answerer ! {self(), Reference, Question},
    receive
        {Reference, Answer} ->
            Ns = os:perf_counter(nanosecond) - Asked,
            ask(Share, Controller, Answerer, [{Number, Ns} | Times], (Sum + (Number + 1) * Answer) rem ?MODULUS)
    end.

write(File, Index, Times) ->
    agon_samples:append(File, [io_lib:format("~b,~b,~b\n", [Index, Number, Ns]) || {Number, Ns} <- Times]).

answerer(Index, Controller, {_, _, Witness} = Way) ->
    Controller ! ready,
    {Handled, Sum, Crc} = answer(0, Way, 0, 0),
    Report = #{handled => Handled, sum => Sum rem ?MODULUS},
    agon_remote:report(Index, maps:merge(Report, agon_remote:crc(Witness, fun() -> Crc end))),
    Controller ! reported.

answer(Asks, {_, Asks, _}, Sum, Crc) ->
    {Asks, Sum, Crc};
answer(Handled, {Size, _, Witness} = Way, Sum, Crc) ->
    receive
        {Asker, Reference, <<Digits:10/binary, _/binary>> = Question} when byte_size(Question) =:= Size ->
            Number = binary_to_integer(Digits),
            Asker ! {Reference, ?MULTIPLIER * (Number + 1) rem ?MODULUS},
            answer(Handled + 1, Way, Sum + Number + 1, add(Witness, Crc, Question))
    end.

add(false, Crc, _) -> Crc;
add(true, Crc, Question) -> Crc + erlang:crc32(Question).
