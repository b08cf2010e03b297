%% Speaks the lab's protocol (docs/protocol.md): arguments, iterations, JSON lines.
-module(program).

-export([main/0]).

-define(COMMON, ["threads", "iterations", "seed", "variant", "samples", "witness"]).

main() ->
    try
        run(init:get_plain_arguments()),
        halt(0)
    catch
        throw:{Status, Message} ->
            io:format(standard_error, "~ts~n", [Message]),
            halt(Status);
        Class:Reason:Stack ->
            io:format(standard_error, "~p: ~p~n~p~n", [Class, Reason, Stack]),
            halt(1)
    end.

run(["token-ring" | Words]) ->
    Arguments = arguments(Words, ?COMMON ++ ["workers", "tokens", "passes"]),
    Iterations = number(Arguments, "iterations", 0),
    [Workers, Tokens, Passes] = [number(Arguments, Key, 1) || Key <- ["workers", "tokens", "passes"]],
    Witness = maps:get("witness", Arguments) =:= "on",
    Iteration = fun() -> token_ring:iteration(Workers, Tokens, Passes, Witness) end,
    io:put_chars("{\"event\":\"ready\"}\n"),
    repeat(Iterations, Iteration);
run(_) ->
    throw({2, "give a workload first: token-ring"}).

%% The key=value arguments: each key known, none missing.
arguments(Words, Keys) ->
    Arguments = maps:from_list([argument(Word, Keys) || Word <- Words]),
    case Keys -- maps:keys(Arguments) of
        [] -> Arguments;
        [Missing | _] -> throw({2, ["'", Missing, "=' is missing"]})
    end.

argument(Word, Keys) ->
    [Key | Value] = string:split(Word, "="),
    case Value =/= [] andalso lists:member(Key, Keys) of
        true -> {Key, hd(Value)};
        false -> throw({2, ["'", Word, "' is no argument: give KEY=VALUE with ", lists:join(", ", Keys)]})
    end.

number(Arguments, Key, Least) ->
    Text = maps:get(Key, Arguments),
    case natural(Text) of
        {ok, Number} when Number >= Least -> Number;
        _ -> throw({2, [Key, "=", Text, ": not an integer of at least ", integer_to_list(Least)]})
    end.

natural(Text) ->
    case Text =/= "" andalso lists:all(fun(C) -> C >= $0 andalso C =< $9 end, Text) of
        true -> {ok, list_to_integer(Text)};
        false -> error
    end.

%% With iterations=0 the lab writes on standard input how many iterations are next.
repeat(0, Iteration) ->
    on_request(0, Iteration);
repeat(Iterations, Iteration) ->
    batch(0, Iterations, Iteration).

on_request(Index, Iteration) ->
    case io:get_line("") of
        eof ->
            ok;
        Line ->
            case natural(string:trim(Line)) of
                {ok, 0} -> ok;
                {ok, Count} -> on_request(batch(Index, Index + Count, Iteration), Iteration);
                error -> throw({1, ["standard input: '", string:trim(Line), "' is not a number of iterations"]})
            end
    end.

batch(End, End, _) ->
    End;
batch(Index, End, Iteration) ->
    {ElapsedNs, Report} = Iteration(),
    io:format(
        "{\"event\":\"iteration\",\"index\":~b,\"elapsed_ns\":~b,\"report\":~ts}~n",
        [Index, ElapsedNs, Report]
    ),
    batch(Index + 1, End, Iteration).
