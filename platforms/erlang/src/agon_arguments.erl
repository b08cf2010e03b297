%% Reads `key=value` arguments against what a workload takes.
-module(agon_arguments).

-export([parse/3]).

-define(GREATEST_SEED, (1 bsl 63 - 1)).

-spec parse([string()], #{atom() => agon_harness:kind()}, [string()]) -> agon_harness:params().
parse(Arguments, Own, Variants) ->
    Kinds = maps:merge(Own, #{
        threads => {integer, 1},
        %% 0: as often as the lab requests.
        iterations => {integer, 0},
        seed => seed,
        variant => {one_of, Variants},
        samples => directory,
        witness => {one_of, ["on", "off"]}
    }),
    ByName = maps:from_list([{atom_to_list(Key), Key} || Key <- maps:keys(Kinds)]),
    Params = lists:foldl(fun(Argument, Known) -> add(Argument, ByName, Kinds, Known) end, #{}, Arguments),
    Optional = [Key || {Key, {optional, _}} <- maps:to_list(Kinds)],
    case (maps:keys(Kinds) -- maps:keys(Params)) -- Optional of
        [] -> Params;
        [Missing | _] -> agon_harness:usage("missing argument ~s=...", [Missing])
    end.

add(Argument, ByName, Kinds, Params) ->
    case string:split(Argument, "=") of
        [Name, Text] ->
            case ByName of
                #{Name := Key} when is_map_key(Key, Params) ->
                    agon_harness:usage("~ts given twice", [Name]);
                #{Name := Key} ->
                    Params#{Key => value(maps:get(Key, Kinds), Name, Text)};
                #{} ->
                    Known = lists:join(", ", lists:sort(maps:keys(ByName))),
                    agon_harness:usage("unknown key '~ts': this workload takes ~ts", [Name, Known])
            end;
        [_] ->
            agon_harness:usage("'~ts' is not key=value", [Argument])
    end.

value({integer, Least}, Name, Text) ->
    case string:to_integer(Text) of
        {Value, []} when is_integer(Value), Value >= Least -> Value;
        _ -> agon_harness:usage("~ts=~ts: give an integer of at least ~b", [Name, Text, Least])
    end;
value({optional, Kind}, Name, Text) ->
    value(Kind, Name, Text);
value(seed, Name, Text) ->
    case value({integer, 0}, Name, Text) of
        Seed when Seed =< ?GREATEST_SEED -> Seed;
        _ -> agon_harness:usage("~ts=~ts: give an integer below 2^63", [Name, Text])
    end;
value({one_of, Choices}, Name, Text) ->
    case lists:member(Text, Choices) of
        true -> Text;
        false -> agon_harness:usage("~ts=~ts: give one of ~ts", [Name, Text, lists:join(", ", Choices)])
    end;
value(directory, Name, Text) ->
    case filelib:is_dir(Text) of
        true -> Text;
        false -> agon_harness:usage("~ts=~ts: no such directory", [Name, Text])
    end;
value(path, Name, "") ->
    agon_harness:usage("~ts=: give the name of a file", [Name]);
value(path, _, Text) ->
    Text.
