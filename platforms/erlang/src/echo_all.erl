%% Agents of which each asks all others in turn, and answers every request.
-module(echo_all).
-behaviour(agon_harness).

-export([parameters/0, variants/0, prepare/1]).

%% What an agent knows of the others; it never changes.
-record(world, {
    own :: non_neg_integer(),
    agents :: tuple(),
    messages :: pos_integer(),
    controller :: pid()
}).

parameters() ->
    agon_echo:parameters(#{agents => {integer, 2}}).

variants() ->
    ["default"].

prepare(#{agents := Agents} = Params) ->
    agon_harness:check_processes("agents", Agents, Agents),
    agon_echo:prepare(Params, fun() -> run(Params) end).

run(#{agents := Count} = Params) ->
    Controller = self(),
    Agents = [spawn_agent(Number, Controller, Params) || Number <- lists:seq(0, Count - 1)],
    %% Every agent can send to every other: addresses that need no copy.
    persistent_term:put(?MODULE, list_to_tuple(Agents)),
    agon_echo:run(Agents, [], fun lists:unzip/1).

spawn_agent(Own, Controller, Params) ->
    spawn_opt(fun() -> stand_by(Own, Controller, Params) end, [link, {message_queue_data, off_heap}]).

%% Others may ask before this one has received the start: they have to wait until then.
stand_by(Own, Controller, #{agents := Count, messages := Messages} = Params) ->
    receive
        {go, Begun} ->
            World = #world{
                own = Own, agents = persistent_term:get(?MODULE), messages = Messages, controller = Controller
            },
            Pace = agon_echo:pace(Params, Begun, Own, Count),
            go_on(World, Own, 0, 0, Pace, 0, agon_echo:no_sum(Params))
    end.

%% A request is one integer, its requester * messages + its number, and so is a reply, -1 - (its replier * messages + its number):
%% immediate values, which a send need not copy. `Last` is whom this agent has asked last; it has `Replies`, and has
%% `Handled` requests.
loop(#world{messages = Messages} = World, Last, Replies, Acc, Pace, Handled, Sum) ->
    receive
        Request when is_integer(Request), Request >= 0 ->
            Requester = element(Request div Messages + 1, World#world.agents),
            Requester ! -1 - (World#world.own * Messages + Request rem Messages),
            loop(World, Last, Replies, Acc, Pace, Handled + 1, agon_echo:add(Sum, Request));
        Reply when is_integer(Reply) ->
            NewAcc = agon_echo:acc(Acc, (-1 - Reply) div Messages),
            go_on(World, Last, Replies + 1, NewAcc, agon_echo:replied(Pace), Handled, Sum);
        due ->
            go_on(World, Last, Replies, Acc, Pace, Handled, Sum);
        {report, Controller} ->
            Own = World#world.own,
            Controller ! {reported, self(), {{Own, Replies, Acc, Pace}, {Own, Handled, Sum}}}
    end.

go_on(#world{messages = Messages} = World, Last, Messages, Acc, Pace, Handled, Sum) ->
    World#world.controller ! done,
    loop(World, Last, Messages, Acc, Pace, Handled, Sum);
go_on(World, Last, Replies, Acc, Pace, Handled, Sum) ->
    case agon_echo:wait(Pace) of
        0 ->
            Next = next(World, Last),
            element(Next + 1, World#world.agents) ! World#world.own * World#world.messages + Replies,
            loop(World, Next, Replies, Acc, Pace, Handled, Sum);
        Milliseconds ->
            erlang:send_after(Milliseconds, self(), due),
            loop(World, Last, Replies, Acc, Pace, Handled, Sum)
    end.

%% Whom to ask after that one: the next one of the circle who is another.
next(#world{own = Own, agents = Agents} = World, Last) ->
    case Last + 1 of
        Own -> next(World, Own);
        End when End =:= tuple_size(Agents), Own =:= 0 -> 1;
        End when End =:= tuple_size(Agents) -> 0;
        Next -> Next
    end.
