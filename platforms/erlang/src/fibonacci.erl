%% Clients that time a server's answers to large and small requests.
-module(fibonacci).
%% agon: begin harness
-behaviour(agon_harness).

-export([parameters/0, variants/0, prepare/1]).

parameters() ->
    #{
        clients => {integer, 1},
        requests => {integer, 1},
        max_n => {integer, 0},
        input => path
    }.

variants() ->
    ["subactors", "functions"].

prepare(#{samples := Samples, variant := Variant} = Params) ->
    Lists = read_input(Params),
    Points = agon_samples:create(Samples, "points.csv", "iteration,client,n,value,ns"),
    fun(Index) -> iteration(Index, Variant, Lists, Points) end.
%% agon: end

iteration(Index, Variant, Lists, File) ->
    Manager = self(),
    Server = spawn_link(fun() -> server(Variant) end),
    Clients = [
        spawn_link(fun() -> start(Number, Requests, Server, Manager) end)
     || {Number, Requests} <- lists:zip(lists:seq(1, length(Lists)), Lists)
    ],
    Expected = lists:sum([length(Requests) || Requests <- Lists]),
    %% agon: begin report
    Begun = erlang:monotonic_time(nanosecond),
    %% agon: end
    lists:foreach(fun(Client) -> Client ! go end, Clients),
    Points = manage(Expected, []),
    %% agon: begin report
    ElapsedNs = erlang:monotonic_time(nanosecond) - Begun,
    Rows = [
        io_lib:format("~b,~b,~b,~b,~b\n", [Index, Client, N, Value, Ns])
     || {point, Client, N, Value, Ns} <- Points
    ],
    agon_samples:append(File, Rows),
    {ElapsedNs, #{answers => length(Points)}}.
    %% agon: end

%% A process a request: the schedulers share their time among them, so small requests overtake large ones.
server("subactors") ->
    receive
        {Client, N} -> spawn_link(fun() -> Client ! {answer, N, fib(N)} end)
    end,
    server("subactors");
server("functions") ->
    receive
        {Client, N} -> Client ! {answer, N, fib(N)}
    end,
    server("functions").

fib(0) -> 0;
fib(1) -> 1;
fib(N) when is_integer(N), N > 1 -> fib(N - 1) + fib(N - 2).

start(Number, Requests, Server, Manager) ->
    receive
        go -> client(Number, Requests, Server, Manager)
    end.

client(_, [], _, _) ->
    ok;
client(Number, [N | Requests], Server, Manager) ->
    Asked = erlang:monotonic_time(nanosecond),
    Server ! {self(), N},
    receive
        {answer, N, Value} ->
            Ns = erlang:monotonic_time(nanosecond) - Asked,
            Manager ! {point, Number, N, Value, Ns}
    end,
    client(Number, Requests, Server, Manager).

manage(0, Points) ->
    lists:reverse(Points);
manage(Missing, Points) ->
    receive
        {point, _, _, _, _} = Point -> manage(Missing - 1, [Point | Points])
    end.

%% agon: begin harness
read_input(#{input := Path, clients := Clients, requests := Requests, max_n := MaxN}) ->
    Lists = agon_input:integers(Path, 0, MaxN),
    case [length(List) || List <- Lists] =:= lists:duplicate(Clients, Requests) of
        true -> Lists;
        false -> agon_harness:usage("~ts: must hold ~b lines of ~b integers", [Path, Clients, Requests])
    end.
%% agon: end
