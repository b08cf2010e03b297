%% Workers in a ring pass tokens to their neighbours. One operation is one pass.
-module(bench_ring).
-behaviour(agon_bench).

-export([run/2, warms_up/1]).

warms_up([Workers, _Tokens]) ->
    Workers < 100000.

run([Workers, Tokens], Passes) ->
    Each = max(1, Passes div Tokens),
    %% No worker runs on this scheduler until the ring is closed and every token handed over: see connect/1.
    process_flag(priority, high),
    Counter = self(),
    Ring = connect([spawn_worker(Number, Tokens, Counter) || Number <- lists:seq(0, Workers - 1)]),
    Starts = [{Token, element(start(Token, Workers, Tokens) + 1, Ring)} || Token <- lists:seq(0, Tokens - 1)],
    Begun = agon_bench:clock(),
    lists:foreach(fun({Token, Worker}) -> Worker ! Each * Tokens + Token end, Starts),
    Ends = count(Tokens, []),
    Elapsed = agon_bench:clock() - Begun,
    Expected = [{Token, (start(Token, Workers, Tokens) + Each) rem Workers} || Token <- lists:seq(0, Tokens - 1)],
    Expected = lists:sort(Ends),
    {Each * Tokens, Elapsed, Elapsed}.

spawn_worker(Number, Tokens, Counter) ->
    Start = fun() ->
        receive
            {next, Next} -> pass(Number, Next, Tokens, Counter)
        end
    end,
    %% Linked, so that the next run finds none of this one's.
    spawn_opt(Start, [link, {message_queue_data, off_heap}]).

%% The links go out in ring order and are not waited for. The workers thus stand in the run queue in ring
%% order when the tokens come, tokens catch up with each other, and a worker handles several a visit.
connect([First | Others] = Workers) ->
    lists:foreach(
        fun({Worker, Next}) -> Worker ! {next, Next} end,
        lists:zip(Workers, Others ++ [First])
    ),
    list_to_tuple(Workers).

start(Token, Workers, Tokens) ->
    Token * Workers div Tokens.

%% A token is one integer, Left * Tokens + Token: an immediate value, which a send need not copy.
pass(Number, Next, Tokens, Counter) ->
    receive
        Message when Message >= Tokens ->
            Next ! Message - Tokens,
            pass(Number, Next, Tokens, Counter);
        Token ->
            Counter ! {Token, Number},
            pass(Number, Next, Tokens, Counter)
    end.

count(0, Ends) ->
    Ends;
count(Missing, Ends) ->
    count(Missing - 1, [agon_bench:await() | Ends]).
