%% Sources: three reporters send what they have seen, n things; what is known from one, from two and by which is counted.
-module(sources).
-behaviour(rounds).

-export([start/1, work/2]).

start(_N) ->
    [spawn_link(fun() -> reporter(Step) end) || Step <- [2, 3, 5]].

work(N, [First, Second, _] = Reporters) ->
    lists:foreach(fun(Reporter) -> Reporter ! {report, N, self()} end, Reporters),
    Seen = maps:values(listen(length(Reporters), #{})),
    One = [Sources || Sources <- Seen, lists:member(First, Sources)],
    Both = [Sources || Sources <- One, lists:member(Second, Sources)],
    {result, length(Seen), length(One), length(Both)}.

%% What has been seen, and by whom.
listen(0, Seen) ->
    Seen;
listen(Missing, Seen) ->
    receive
        {seen, I, Who} when is_map_key(I, Seen) -> listen(Missing, Seen#{I := [Who | map_get(I, Seen)]});
        {seen, I, Who} -> listen(Missing, Seen#{I => [Who]});
        reported -> listen(Missing - 1, Seen)
    end.

reporter(Step) ->
    receive
        {report, N, Listener} ->
            report(1, N, Step, Listener),
            Listener ! reported,
            reporter(Step)
    end.

report(I, N, _, _) when I > N ->
    ok;
report(I, N, Step, Listener) when I rem Step =:= 0 ->
    Listener ! {seen, I, self()},
    report(I + 1, N, Step, Listener);
report(I, N, Step, Listener) ->
    report(I + 1, N, Step, Listener).
