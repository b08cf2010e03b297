%% Senders that ask the same receiver again and again.
-module(mass_reception).
-behaviour(agon_harness).

-export([parameters/0, variants/0, prepare/1]).

parameters() ->
    agon_echo:parameters(#{senders => {integer, 1}, receivers => {integer, 1}}).

variants() ->
    ["default"].

prepare(#{senders := Senders, receivers := Receivers}) when Receivers > Senders ->
    agon_harness:usage("receivers=~b: not more than senders=~b", [Receivers, Senders]);
prepare(#{senders := Senders, receivers := Receivers} = Params) ->
    agon_harness:check_processes("senders", Senders, Senders + Receivers),
    agon_echo:prepare(Params, fun() -> run(Params) end).

run(#{senders := SenderCount, receivers := ReceiverCount} = Params) ->
    Controller = self(),
    Receivers = [start(fun() -> begin_receiver(Number, Params) end) || Number <- lists:seq(0, ReceiverCount - 1)],
    Addresses = list_to_tuple(Receivers),
    Senders = [
        start_sender(Number, element(Number rem ReceiverCount + 1, Addresses), Controller, Params)
     || Number <- lists:seq(0, SenderCount - 1)
    ],
    %% Every receiver can reply to every sender: addresses that need no copy.
    persistent_term:put(?MODULE, list_to_tuple(Senders)),
    lists:foreach(fun(Receiver) -> Receiver ! go end, Receivers),
    agon_echo:run(Senders, Receivers, fun(Known) -> lists:split(SenderCount, Known) end).

start(Fun) ->
    spawn_opt(Fun, [link, {message_queue_data, off_heap}]).

begin_receiver(Own, #{messages := Messages} = Params) ->
    receive
        go -> receiver(persistent_term:get(?MODULE), Messages, Own, 0, agon_echo:no_sum(Params))
    end.

%% A request is one integer, its sender * messages + its number, and so is a reply, its receiver * messages + its number: immediate
%% values, which a send need not copy.
receiver(Senders, Messages, Own, Handled, Sum) ->
    receive
        Request when is_integer(Request) ->
            element(Request div Messages + 1, Senders) ! Own * Messages + Request rem Messages,
            receiver(Senders, Messages, Own, Handled + 1, agon_echo:add(Sum, Request));
        {report, Controller} ->
            Controller ! {reported, self(), {Own, Handled, Sum}}
    end.

start_sender(Own, Receiver, Controller, #{senders := Senders, messages := Messages} = Params) ->
    start(fun() ->
        receive
            {go, Begun} ->
                Pace = agon_echo:pace(Params, Begun, Own, Senders),
                {Acc, Timed} = sender(Receiver, Messages, Own, 0, 0, Pace),
                Controller ! done,
                receive
                    {report, Controller} -> Controller ! {reported, self(), {Own, Messages, Acc, Timed}}
                end
        end
    end).

sender(_, Messages, _, Messages, Acc, Pace) ->
    {Acc, Pace};
sender(Receiver, Messages, Own, Replies, Acc, Pace) ->
    case agon_echo:wait(Pace) of
        0 ->
            Receiver ! Own * Messages + Replies,
            receive
                Reply when is_integer(Reply) ->
                    NewAcc = agon_echo:acc(Acc, Reply div Messages),
                    sender(Receiver, Messages, Own, Replies + 1, NewAcc, agon_echo:replied(Pace))
            end;
        Milliseconds ->
            timer:sleep(Milliseconds),
            sender(Receiver, Messages, Own, Replies, Acc, Pace)
    end.
