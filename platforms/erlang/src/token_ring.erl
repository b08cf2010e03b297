%% Tokens passed from neighbour to neighbour round a ring of workers.
-module(token_ring).
%% agon: begin harness
-behaviour(agon_harness).

-export([parameters/0, variants/0, prepare/1]).

-define(ACC_MODULUS, 2147483647).

parameters() ->
    #{workers => {integer, 1}, tokens => {integer, 1}, passes => {integer, 0}}.

variants() ->
    ["default"].

prepare(#{workers := Workers, tokens := Tokens, passes := Passes, witness := Witness}) ->
    fun(_Index) -> iteration(Workers, Tokens, Passes, Witness) end.
%% agon: end

iteration(Workers, Tokens, Passes, Witness) ->
    %% No worker runs on this scheduler until the ring is linked and every token handed over: see connect/1.
    process_flag(priority, high),
    Form = form(Tokens, Passes),
    Work = worker(Witness, Form, self()),
    Ring = connect([spawn_worker(Work, Number) || Number <- lists:seq(1, Workers)]),
    Starts = [{Token, element(start(Token, Tokens, Workers), Ring)} || Token <- lists:seq(1, Tokens)],
    %% agon: begin report
    Begun = erlang:monotonic_time(nanosecond),
    %% agon: end
    lists:foreach(fun({Token, Worker}) -> Worker ! message(Form, Token, Passes, 0) end, Starts),
    Ended = count(Tokens, []),
    %% agon: begin report
    ElapsedNs = erlang:monotonic_time(nanosecond) - Begun,
    {ElapsedNs, report(Witness, Form, Ended)}.
    %% agon: end

spawn_worker(Work, Number) ->
    Start = fun() ->
        receive
            {next, Next} -> Work(Number, Next)
        end
    end,
    spawn_opt(Start, [link, {message_queue_data, off_heap}]).

%% The links go out in ring order and none waits for them to arrive. The workers thus stand in the run queue in ring
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

%% A token is one integer, Acc * Whole + Left * Unit + Token, with a witness or without, when Acc stays 0. As long as it is
%% small it is an immediate value, which a send need not copy to the receiver's heap: without a witness it always is.
form(Tokens, Passes) ->
    Unit = Tokens + 1,
    {Unit, Unit * (Passes + 1)}.

message({Unit, Whole}, Token, Left, Acc) ->
    Acc * Whole + Left * Unit + Token.

worker("off", {Unit, _}, Counter) ->
    fun(Number, Next) -> pass(Number, Next, Unit, Counter) end;
%% agon: begin witness
worker("on", {Unit, Whole}, Counter) ->
    fun(Number, Next) -> pass_with_witness(Number, Next, Unit, Whole, Counter) end.
%% agon: end

pass(Number, Next, Unit, Counter) ->
    receive
        Message when Message >= Unit ->
            Next ! Message - Unit,
            pass(Number, Next, Unit, Counter);
        Message ->
            Counter ! {ended, Message, Number},
            pass(Number, Next, Unit, Counter)
    end.

%% agon: begin witness
pass_with_witness(Number, Next, Unit, Whole, Counter) ->
    receive
        Message when Message rem Whole >= Unit ->
            Acc = (Message div Whole * 31 + Number) rem ?ACC_MODULUS,
            Next ! Acc * Whole + Message rem Whole - Unit,
            pass_with_witness(Number, Next, Unit, Whole, Counter);
        Message ->
            Counter ! {ended, Message, Number},
            pass_with_witness(Number, Next, Unit, Whole, Counter)
    end.
%% agon: end

count(0, Ended) ->
    Ended;
count(Missing, Ended) ->
    receive
        {ended, Message, Worker} -> count(Missing - 1, [{Message, Worker} | Ended])
    end.

%% agon: begin report
report(Witness, {_, Whole}, Ended) ->
    Sorted = lists:sort([{Message rem Whole, Worker, Message div Whole} || {Message, Worker} <- Ended]),
    Report = #{ends => [Worker || {_, Worker, _} <- Sorted]},
    with_witness(Witness, Report, [Acc || {_, _, Acc} <- Sorted]).

with_witness("off", Report, _) -> Report;
with_witness("on", Report, Accs) -> Report#{witness => Accs}.
%% agon: end
