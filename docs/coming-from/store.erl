%% A key-value store whose entries expire.
-module(store).
-behaviour(gen_server).

-export([start_link/0, put/3, fetch/1]).
-export([init/1, handle_call/3, handle_cast/2, handle_info/2, terminate/2]).

start_link() ->
    gen_server:start_link({local, ?MODULE}, ?MODULE, [], []).

put(Key, Value, Keep) ->
    gen_server:cast(?MODULE, {put, Key, Value, Keep}).

fetch(Key) ->
    gen_server:call(?MODULE, {fetch, Key}, 5000).

init([]) ->
    process_flag(trap_exit, true), % so that the supervisor's order to end is a message like others
    {ok, #{}}.

handle_call({fetch, Key}, _From, Entries) ->
    case Entries of
        #{Key := {Value, _}} -> {reply, {ok, Value}, Entries};
        #{} -> {reply, none, Entries}
    end.

handle_cast({put, <<>>, _Value, _Keep}, _Entries) ->
    error(empty_key); % the supervisor restarts the store
handle_cast({put, Key, Value, Keep}, Entries) ->
    Expiry = make_ref(),
    erlang:send_after(Keep, self(), {expire, Key, Expiry}),
    {noreply, Entries#{Key => {Value, Expiry}}}.

handle_info({expire, Key, Expiry}, Entries) ->
    case Entries of
        #{Key := {_, Expiry}} -> {noreply, maps:remove(Key, Entries)};
        #{} -> {noreply, Entries} % put again meanwhile, with a timer of its own
    end.

terminate(shutdown, Entries) ->
    io:format("stopped, entries: ~b~n", [map_size(Entries)]);
terminate(_Failure, _Entries) ->
    ok.
