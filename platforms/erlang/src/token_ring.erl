%% Tokens passed from neighbour to neighbour round a ring of workers.
-module(token_ring).
-behaviour(agon_harness).

-export([parameters/0, variants/0, prepare/1]).

-define(ACC_MODULUS, 2147483647).

parameters() ->
    #{workers => {integer, 1}, tokens => {integer, 1}, passes => {integer, 0}}.

variants() ->
    ["default"].

prepare(#{workers := Workers, tokens := Tokens, passes := Passes, witness := Witness}) ->
    fun(_Index) -> iteration(Workers, Tokens, Passes, Witness) end.

iteration(Workers, Tokens, Passes, Witness) ->
    %% No worker runs on this scheduler until the ring is linked and every token handed over: see connect/1.
    process_flag(priority, high),
    Work = worker(Witness, Tokens, self()),
    Ring = connect([spawn_worker(Work, Number) || Number <- lists:seq(1, Workers)]),
    Starts = [{Token, element(start(Token, Tokens, Workers), Ring)} || Token <- lists:seq(1, Tokens)],
    Begun = erlang:monotonic_time(nanosecond),
    lists:foreach(fun({Token, Worker}) -> Worker ! message(Witness, Token, Passes, Tokens) end, Starts),
    Ended = count(Tokens, []),
    ElapsedNs = erlang:monotonic_time(nanosecond) - Begun,
    {ElapsedNs, report(Witness, lists:sort(Ended))}.

spawn_worker(Work, Number) ->
    Start = fun() ->
        receive
            {next, Next} -> Work(Number, Next)
        end
    end,
    spawn_opt(Start, [link, {message_queue_data, off_heap}]).

%% The links go out in ring order and nobody waits for them to arrive. The workers thus stand in the run queue in ring
%% order when the tokens come, and a token that a worker passes on finds its neighbour next in the queue. Tokens so catch
%% up with each other and travel together, and a worker handles several of them a visit.
connect([First | Others] = Workers) ->
    lists:foreach(
        fun({Worker, Next}) -> Worker ! {next, Next} end,
        lists:zip(Workers, Others ++ [First])
    ),
    list_to_tuple(Workers).

%% max(1, floor(Token * Workers / Tokens + 1/2)) in integers.
start(Token, Tokens, Workers) ->
    max(1, (2 * Token * Workers + Tokens) div (2 * Tokens)).

%% A token is one integer, Left * Unit + Token: an immediate value, which a send need not copy to the receiver's heap.
message("off", Token, Passes, Tokens) -> Passes * unit(Tokens) + Token;
message("on", Token, Passes, _) -> {Token, Passes, 0}.

unit(Tokens) -> Tokens + 1.

worker("off", Tokens, Counter) ->
    Unit = unit(Tokens),
    fun(Number, Next) -> pass(Number, Next, Unit, Counter) end;
worker("on", _, Counter) ->
    fun(Number, Next) -> pass_with_witness(Number, Next, Counter) end.

pass(Number, Next, Unit, Counter) ->
    receive
        Message when Message >= Unit ->
            Next ! Message - Unit,
            pass(Number, Next, Unit, Counter);
        Token ->
            Counter ! {ended, Token, Number},
            pass(Number, Next, Unit, Counter)
    end.

pass_with_witness(Number, Next, Counter) ->
    receive
        {Token, 0, Acc} ->
            Counter ! {ended, Token, Number, Acc},
            pass_with_witness(Number, Next, Counter);
        {Token, Left, Acc} ->
            Next ! {Token, Left - 1, (Acc * 31 + Number) rem ?ACC_MODULUS},
            pass_with_witness(Number, Next, Counter)
    end.

count(0, Ended) ->
    Ended;
count(Missing, Ended) ->
    receive
        {ended, Token, Worker} -> count(Missing - 1, [{Token, Worker} | Ended]);
        {ended, Token, Worker, Acc} -> count(Missing - 1, [{Token, Worker, Acc} | Ended])
    end.

report("off", Ended) ->
    #{ends => [Worker || {_, Worker} <- Ended]};
report("on", Ended) ->
    #{ends => [Worker || {_, Worker, _} <- Ended], witness => [Acc || {_, _, Acc} <- Ended]}.
