%% token-ring: each worker is a process that sends what it receives to its neighbour.
-module(token_ring).

-export([iteration/4]).

-define(MODULUS, 2147483647).

%% Elapsed nanoseconds, and the report as JSON.
iteration(Workers, Tokens, Passes, Witness) ->
    Counter = self(),
    Ring = [spawn_link(fun() -> begin_work(Number, Counter, Witness) end) || Number <- lists:seq(1, Workers)],
    [First | Others] = Ring,
    [Worker ! {next, Next} || {Worker, Next} <- lists:zip(Ring, Others ++ [First])],
    Starts = [{Token, lists:nth(start(Token, Tokens, Workers), Ring)} || Token <- lists:seq(1, Tokens)],

    Began = erlang:monotonic_time(nanosecond),
    [Worker ! {token, Token, Passes, 0} || {Token, Worker} <- Starts],
    Ended = count(Tokens, []),
    ElapsedNs = erlang:monotonic_time(nanosecond) - Began,

    [Worker ! stop || Worker <- Ring],
    {ElapsedNs, report(lists:sort(Ended), Witness)}.

%% Which worker had each token last.
count(0, Ended) ->
    Ended;
count(Missing, Ended) ->
    receive
        {ended, Token, Worker, Acc} -> count(Missing - 1, [{Token, Worker, Acc} | Ended])
    end.

begin_work(Number, Counter, Witness) ->
    receive
        {next, Next} -> work(Number, Next, Counter, Witness)
    end.

work(Number, Next, Counter, Witness) ->
    receive
        {token, Token, 0, Acc} ->
            Counter ! {ended, Token, Number, Acc},
            work(Number, Next, Counter, Witness);
        {token, Token, Left, Acc} ->
            Next ! {token, Token, Left - 1, witness(Witness, Acc, Number)},
            work(Number, Next, Counter, Witness);
        stop ->
            ok
    end.

witness(true, Acc, Number) -> (Acc * 31 + Number) rem ?MODULUS;
witness(false, Acc, _) -> Acc.

%% max(1, floor(Token * Workers / Tokens + 1/2)) in integers.
start(Token, Tokens, Workers) ->
    max(1, (2 * Token * Workers + Tokens) div (2 * Tokens)).

report(Ended, Witness) ->
    Ends = integers([Worker || {_, Worker, _} <- Ended]),
    Accs = integers([Acc || {_, _, Acc} <- Ended]),
    ["{\"ends\":", Ends, [[",\"witness\":", Accs] || Witness], "}"].

integers(Numbers) ->
    ["[", lists:join(",", [integer_to_list(Number) || Number <- Numbers]), "]"].
