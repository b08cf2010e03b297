%% Finds nodes without a port mapper: two nodes that know of each other need no third process, and runs at the same time
%% cannot meet. A node listens wherever the system lets it; the node that is to connect gets the port.
-module(agon_epmd).

-export([port/0, meet/1]).
-export([start_link/0, listen_port_please/2, register_node/2, register_node/3, address_please/3, names/1]).

%% Of the distribution protocol, as erl_epmd has it.
-define(VERSION, 6).

%% The port at which this node listens.
-spec port() -> inet:port_number().
port() ->
    persistent_term:get({?MODULE, own}).

%% From now on every other node is the one at that port.
-spec meet(inet:port_number()) -> ok.
meet(Port) ->
    persistent_term:put({?MODULE, other}, Port).

start_link() ->
    ignore.

listen_port_please(_Name, _Host) ->
    {ok, 0}.

register_node(Name, Port) ->
    register_node(Name, Port, inet).

register_node(_Name, Port, _Family) ->
    persistent_term:put({?MODULE, own}, Port),
    {ok, 3 + rand:uniform(16#fffffff0)}.

%% Nodes are named by the address at which they listen.
address_please(_Name, Host, inet) ->
    {ok, Address} = inet:parse_ipv4strict_address(Host),
    {ok, Address, persistent_term:get({?MODULE, other}), ?VERSION}.

names(_Host) ->
    {error, address}.
