%% JSON as far as reports need it: OTP has an encoder of its own only from release 27 on.
-module(agon_json).

-export([encode/1]).

-type value() :: integer() | atom() | [value()] | #{atom() => value()}.

%% Atoms become strings. They are names out of the programs, so nothing in them needs an escape.
-spec encode(value()) -> iolist().
encode(Integer) when is_integer(Integer) ->
    integer_to_list(Integer);
encode(Atom) when is_atom(Atom) ->
    [$", atom_to_list(Atom), $"];
encode(List) when is_list(List) ->
    [$[, lists:join($,, [encode(Value) || Value <- List]), $]];
encode(Map) when is_map(Map) ->
    [${, lists:join($,, [[encode(Key), $:, encode(Value)] || {Key, Value} <- maps:to_list(Map)]), $}].
