%% Two nodes, each a virtual machine that the lab has started. Node 1 listens, on the loopback if nothing else is asked for,
%% and serves until its standard input is closed; node 0 connects to it. The address
%% that node 1 reports is its name, its port and the cookie of the run.
-module(agon_remote).

-export([parameters/0, two_nodes/0, node/1, start/4, report/2, strings/1, crc/2]).

-define(LOOPBACK, {127, 0, 0, 1}).
-define(MOST_CHARACTERS, (256 bsl 20)).
-define(DIGITS, 10).
-define(POOL, 65536).
-define(PRINTABLE, 95).

%% Of workloads that send strings.
parameters() ->
    (two_nodes())#{size => {integer, ?DIGITS}}.

%% Of all workloads over two nodes.
two_nodes() ->
    #{node => {integer, 0}, peer => {optional, path}, listen => {optional, path}}.

%% Node 1 as seen from node 0; at node 1 it never returns.
-spec node(agon_harness:params()) -> node().
node(#{node := 1} = Params) ->
    Address = address(Params),
    Cookie = binary_to_list(binary:encode_hex(rand:bytes(16))),
    Name = "agon1-" ++ os:getpid() ++ "@" ++ inet:ntoa(Address),
    ok = application:set_env(kernel, inet_dist_use_interface, Address),
    {ok, _} = net_kernel:start(list_to_atom(Name), #{name_domain => longnames}),
    true = erlang:set_cookie(list_to_atom(Cookie)),
    Place = lists:flatten(io_lib:format("~s:~b:~s", [Name, agon_epmd:port(), Cookie])),
    print(#{event => ready, at => list_to_atom(Place)}),
    0 = agon_orders:next(agon_orders:open()),
    halt(0);
node(#{node := 0, peer := Peer} = Params) ->
    [Name, Port, Cookie] = string:split(Peer, ":", all),
    ok = agon_epmd:meet(list_to_integer(Port)),
    Own = list_to_atom("agon0-" ++ os:getpid() ++ "@" ++ inet:ntoa(address(Params))),
    {ok, _} = net_kernel:start(Own, #{name_domain => longnames, dist_listen => false}),
    true = erlang:set_cookie(list_to_atom(Cookie)),
    Node = list_to_atom(Name),
    true = net_kernel:connect_node(Node),
    Node;
node(_) ->
    agon_harness:usage("node=0 needs peer=, and there is no node but 0 and 1", []).

%% Where this node is.
address(#{listen := Listen}) ->
    case inet:parse_ipv4strict_address(Listen) of
        {ok, Address} -> Address;
        {error, _} -> agon_harness:usage("listen=~ts: an IPv4 address is needed", [Listen])
    end;
address(_) ->
    ?LOOPBACK.

%% A process of node 1, linked to this one.
-spec start(node(), module(), atom(), [term()]) -> pid().
start(Node, Module, Function, Arguments) ->
    spawn_opt(Node, Module, Function, Arguments, [link, {message_queue_data, off_heap}]).

%% What node 1 has to report of an iteration: called there.
-spec report(non_neg_integer(), map()) -> ok.
report(Index, Report) ->
    print(#{event => iteration, index => Index, report => Report}).

%% Standard output of this node, also for a process whose group leader is another node's.
print(Event) ->
    ok = io:put_chars(user, [agon_json:encode(Event), $\n]).

%% So many strings, each with its number in front.
-spec strings(#{size := pos_integer(), count := pos_integer(), seed := non_neg_integer(), _ => _}) -> [binary()].
strings(#{size := Size, count := Count}) when Size * Count > ?MOST_CHARACTERS ->
    agon_harness:usage("size=~b: at most ~b characters in all", [Size, ?MOST_CHARACTERS]);
strings(#{size := Size, count := Count, seed := Seed}) ->
    rand:seed(exsss, Seed),
    Rest = Size - ?DIGITS,
    Pool = <<<<(32 + Byte rem ?PRINTABLE)>> || <<Byte:16>> <= rand:bytes(2 * (?POOL + Rest))>>,
    [
        iolist_to_binary([digits(Number), binary:part(Pool, rand:uniform(?POOL) - 1, Rest)])
     || Number <- lists:seq(0, Count - 1)
    ].

digits(Number) ->
    string:pad(integer_to_binary(Number), ?DIGITS, leading, $0).

%% The report with the sum of checksums, where there is a witness.
-spec crc(boolean(), fun(() -> non_neg_integer())) -> map().
crc(false, _) -> #{};
crc(true, Sum) -> #{crc => Sum() rem (1 bsl 32)}.
