%% Tokens passed round a ring whose workers of odd numbers are processes of node 0, the others of node 1.
-module(remote_token_ring).
-behaviour(agon_harness).

-export([parameters/0, variants/0, prepare/1]).
-export([keeper/5]).

parameters() ->
    (agon_remote:two_nodes())#{workers => {integer, 2}, tokens => {integer, 1}, passes => {integer, 0}}.

variants() ->
    ["default"].

prepare(#{workers := Workers, tokens := Tokens, passes := Passes, witness := Witness} = Params) ->
    Node = agon_remote:node(Params),
    fun(Index) -> iteration(Index, Node, {Workers, Tokens, Passes, Witness =:= "on"}) end.

iteration(Index, Node, {Workers, Tokens, Passes, Witness}) ->
    Counter = self(),
    Odd = [spawn_link(fun() -> odd(Number, Witness, Counter) end) || Number <- lists:seq(1, Workers, 2)],
    Keeper = agon_remote:start(Node, ?MODULE, keeper, [Index, Workers, Witness, Odd, Counter]),
    receive
        {built, Even} -> ok
    end,
    Ring = list_to_tuple(alternate(Odd, Even)),
    lists:foreach(
        fun({Number, Worker}) -> Worker ! {next, element(Number rem Workers + 1, Ring)} end,
        lists:zip(lists:seq(1, Workers, 2), Odd)
    ),
    Starts = [{Token, element(start(Token, Tokens, Workers), Ring)} || Token <- lists:seq(1, Tokens)],
    Begun = os:perf_counter(nanosecond),
    lists:foreach(fun({Token, Worker}) -> Worker ! {Token, Passes, 0} end, Starts),
    Ended = count(Tokens, []),
    Elapsed = os:perf_counter(nanosecond) - Begun,
    Keeper ! over,
    receive
        reported -> ok
    end,
    {Elapsed, report(Witness, lists:sort(Ended))}.

alternate([Odd | Others], [Even | More]) -> [Odd, Even | alternate(Others, More)];
alternate(Others, []) -> Others.

%% max(1, floor(Token * Workers / Tokens + 1/2)) in integers.
start(Token, Tokens, Workers) ->
    max(1, (2 * Token * Workers + Tokens) div (2 * Tokens)).

odd(Number, Witness, Counter) ->
    receive
        {next, Next} -> pass(Number, Next, Witness, Counter, 0)
    end.

pass(Number, Next, Witness, Counter, Passed) ->
    receive
        {Token, 0, Acc} ->
            Counter ! {ended, Token, Number, Acc},
            pass(Number, Next, Witness, Counter, Passed);
        {Token, Left, Acc} ->
            Next ! {Token, Left - 1, acc(Witness, Acc, Number)},
            pass(Number, Next, Witness, Counter, Passed + 1);
        {over, Keeper} ->
            Keeper ! {passed, Passed}
    end.

acc(false, Acc, _) -> Acc;
acc(true, Acc, Number) -> (Acc * 31 + Number) rem 2147483647.

%% At node 1: makes the workers there, each with the next of those of node 0, and reports what they did.
keeper(Index, Workers, Witness, [First | Others], Counter) ->
    Numbers = lists:seq(2, Workers, 2),
    Nexts = lists:sublist(Others ++ [First], length(Numbers)),
    Even = [
        spawn_link(fun() -> pass(Number, Next, Witness, Counter, 0) end)
     || {Number, Next} <- lists:zip(Numbers, Nexts)
    ],
    Counter ! {built, Even},
    receive
        over -> ok
    end,
    lists:foreach(fun(Worker) -> Worker ! {over, self()} end, Even),
    Passed = lists:sum([receive {passed, Own} -> Own end || _ <- Even]),
    agon_remote:report(Index, #{passed => Passed}),
    Counter ! reported.

count(0, Ended) ->
    Ended;
count(Missing, Ended) ->
    receive
        {ended, Token, Worker, Acc} -> count(Missing - 1, [{Token, Worker, Acc} | Ended])
    end.

report(Witness, Ended) ->
    Report = #{ends => [Worker || {_, Worker, _} <- Ended]},
    case Witness of
        false -> Report;
        true -> Report#{witness => [Acc || {_, _, Acc} <- Ended]}
    end.
