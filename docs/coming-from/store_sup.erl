%% The store's supervisor, and what uses the store.
-module(store_sup).
-behaviour(supervisor).

-export([start_link/0, init/1, main/0]).

-define(HOUR, timer:hours(1)).

start_link() ->
    supervisor:start_link(?MODULE, []).

init([]) ->
    Flags = #{strategy => one_for_one, intensity => 3, period => 5},
    {ok, {Flags, [#{id => store, start => {store, start_link, []}, shutdown => 5000}]}}.

main() ->
    {ok, Supervisor} = start_link(),

    store:put(<<"coffee">>, <<"black">>, ?HOUR),
    {ok, <<"black">>} = store:fetch(<<"coffee">>),

    store:put(<<"tea">>, <<"green">>, 20),
    until(fun() -> store:fetch(<<"tea">>) =:= none end),

    %% The store fails. With its process goes its mailbox; a call before the next one is there would fail, too.
    Failing = whereis(store),
    store:put(<<>>, <<"nothing">>, ?HOUR),
    until(fun() -> lists:member(whereis(store), [Failing, undefined]) =:= false end),
    none = store:fetch(<<"coffee">>),

    store:put(<<"coffee">>, <<"white">>, ?HOUR),
    {ok, <<"white">>} = store:fetch(<<"coffee">>),

    ok = gen_server:stop(Supervisor).

until(Condition) ->
    case Condition() of
        true -> ok;
        false -> timer:sleep(1), until(Condition)
    end.
