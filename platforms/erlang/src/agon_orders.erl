%% What the lab requests on standard input while the program runs: how many iterations are to come next.
-module(agon_orders).

-export([open/0, next/1]).

-define(PIECE, 64).

%% Standard input, each line a message to this process. erl's -noinput leaves it to us: no other process reads it before.
-spec open() -> port().
open() ->
    open_port({fd, 0, 0}, [in, eof, {line, ?PIECE}]).

%% The number on the next line; 0 where the input has ended. Any other line ends the program.
-spec next(port()) -> non_neg_integer().
next(Input) ->
    next(Input, "").

next(Input, Begun) ->
    receive
        {Input, {data, {eol, Text}}} ->
            number(Begun ++ Text);
        %% A piece of a long line, or a last line without an end.
        {Input, {data, {noeol, Text}}} ->
            next(Input, Begun ++ Text);
        {Input, eof} when Begun =:= "" ->
            0;
        {Input, eof} = End ->
            %% It comes but once, and the next call must find it.
            self() ! End,
            number(Begun)
    end.

number(Text) ->
    case Text =/= "" andalso lists:all(fun(Character) -> Character >= $0 andalso Character =< $9 end, Text) of
        true -> list_to_integer(Text);
        false -> throw({order, io_lib:format("standard input: '~ts' is not a number of iterations", [Text])})
    end.
