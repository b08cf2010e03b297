%% What all token rings have in common: fifty nodes, as many tokens, and the main agent that counts the tokens that have ended.
-module(ring).

-export([start/1, pass/3]).

-define(NODES, 50).

%% Each node is a process that runs Node(Main).
start(Node) ->
    Main = self(),
    [spawn_link(fun() -> Node(Main) end) || _ <- lists:seq(1, ?NODES)].

%% Sends each node its neighbour, gives each a token, Token(I, Left), and waits for all of them to end.
pass(N, [First | Others] = Nodes, Token) ->
    lists:foreach(fun({Node, Next}) -> Node ! {next, Next} end, lists:zip(Nodes, Others ++ [First])),
    lists:foldl(fun(Node, I) -> Node ! Token(I, N div ?NODES), I + 1 end, 1, Nodes),
    ended(0, 0).

ended(?NODES, Sum) ->
    {result, ?NODES, Sum};
ended(Count, Sum) ->
    receive
        {ended, I} -> ended(Count + 1, Sum + I)
    end.
