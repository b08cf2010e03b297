%% A second node, in a virtual machine of its own on this host.
-module(agon_node).

-export([start/1, stop/1]).
-export_type([other/0]).

-opaque other() :: pid().

%% Starts it with that many schedulers and connects to it over TCP on the loopback. It ends with this program, however
%% that ends: its standard input closes.
-spec start(pos_integer()) -> {other(), node()}.
start(Threads) ->
    Schedulers = io_lib:format("~b:~b", [Threads, Threads]),
    Cookie = binary_to_list(binary:encode_hex(rand:bytes(16))),
    {ok, Other, _} = peer:start(#{
        connection => standard_io,
        wait_boot => 60000,
        args => [
            "-boot", "no_dot_erlang", "+S", lists:flatten(Schedulers), "-setcookie", Cookie,
            "-pa", filename:dirname(code:which(?MODULE)),
            "-epmd_module", "agon_epmd", "-start_epmd", "false", "-kernel", "inet_dist_use_interface", "{127,0,0,1}"
        ]
    }),
    Name = list_to_atom("receiver" ++ os:getpid() ++ "@127.0.0.1"),
    {ok, _} = peer:call(Other, net_kernel, start, [Name, #{name_domain => longnames}]),
    ok = agon_epmd:meet(peer:call(Other, agon_epmd, port, [])),
    Own = list_to_atom("sender" ++ os:getpid() ++ "@127.0.0.1"),
    {ok, _} = net_kernel:start(Own, #{name_domain => longnames, dist_listen => false}),
    true = erlang:set_cookie(list_to_atom(Cookie)),
    true = net_kernel:connect_node(Name),
    {Other, Name}.

-spec stop(other()) -> ok.
stop(Other) ->
    peer:stop(Other).
