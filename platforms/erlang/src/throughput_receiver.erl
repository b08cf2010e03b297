%% The receiver: handles each message, and confirms it where that is asked for.
-module(throughput_receiver).

-export([start/2, pid/1, next_answer/1, counts/1]).
-export([init/2]).
-export_type([receiver/0, answer/0, counts/0]).

-include("throughput.hrl").

-opaque receiver() :: {pid(), reference()}.
-type answer() ::
    {confirmed, Number :: non_neg_integer()}
    | {failed, Number :: non_neg_integer()}
    %% So many more have been handled; when the last of them was, if that one is timed.
    | {credit, pos_integer(), Ended :: integer() | none}
    | {done, counts()}.
-type counts() :: #{
    received := non_neg_integer(),
    characters := non_neg_integer(),
    crc := non_neg_integer(),
    %% When the handlers of the timed messages ended, in their order; and that of the last message.
    ends := [integer()],
    last := integer()
}.

%% A receiver on that node that stands ready. The calling process is the sender.
-spec start(node(), #way{}) -> receiver().
start(Node, Way) ->
    Options = [monitor, {message_queue_data, off_heap}],
    Receiver = spawn_opt(Node, ?MODULE, init, [self(), Way], Options),
    ready = next_answer(Receiver),
    Receiver.

-spec pid(receiver()) -> pid().
pid({Pid, _}) ->
    Pid.

%% What the receiver sends next. The calling process ends if the receiver has ended.
-spec next_answer(receiver()) -> ready | answer().
next_answer({_, Monitor}) ->
    receive
        {'DOWN', Monitor, process, _, Reason} -> exit({receiver, Reason});
        Answer -> Answer
    end.

%% What the receiver has counted, once it has handled all messages. Unused credits are passed over.
-spec counts(receiver()) -> counts().
counts(Receiver) ->
    case next_answer(Receiver) of
        {done, Counts} -> Counts;
        {credit, _, _} -> counts(Receiver)
    end.

init(Sender, #way{faults = Faults} = Way) ->
    Sender ! ready,
    loop(0, Way, Sender, Faults, 0, 0, none, []).

loop(Messages, #way{messages = Messages}, Sender, [], Characters, Crc, Last, Ends) ->
    Counts = #{received => Messages, characters => Characters, crc => Crc, last => Last, ends => lists:reverse(Ends)},
    Sender ! {done, Counts};
loop(Number, Way, Sender, Faults, Characters, Crc, _, Ends) ->
    receive
        Message ->
            String = throughput_string:unpack(Way#way.serializer, Message),
            {Outcome, Left} = handled(Number, String, Way, Faults),
            Timed = timed(Number, Way),
            Ended = ended(Timed, Number, Way),
            answer(Sender, Way, Number, Outcome, Ended),
            loop(
                Number + 1,
                Way,
                Sender,
                Left,
                Characters + byte_size(String),
                add(Way, Crc, String),
                Ended,
                with_end(Timed, Ended, Ends)
            )
    end.

%% What became of the message, and the failures to come.
handled(Number, String, #way{acks = false} = Way, []) ->
    ok = handle(Number, String, Way, []),
    {confirmed, []};
handled(Number, String, #way{acks = true} = Way, Faults) ->
    try handle(Number, String, Way, Faults) of
        ok -> {confirmed, Faults}
    catch
        error:handler_failed -> {failed, tl(Faults)}
    end.

%% The handler. It fails where the input demands it, at its end.
handle(Number, <<Digits:10/binary, _/binary>> = String, #way{size = Size}, Faults) when byte_size(String) =:= Size ->
    case binary_to_integer(Digits) of
        Number -> fail(Number, Faults);
        Other -> exit({message, Other, came_for, Number})
    end;
handle(Number, String, #way{size = Size}, _) ->
    exit({message, Number, has, byte_size(String), characters_not, Size}).

fail(Number, [Number | _]) -> error(handler_failed);
fail(_, _) -> ok.

timed(_, #way{every = never}) -> false;
timed(Number, #way{every = Every}) -> Number rem Every =:= 0.

%% When the handler ended, for the messages that are timed and the last.
ended(true, _, _) -> os:perf_counter(nanosecond);
ended(false, Number, #way{messages = Messages}) when Number + 1 =:= Messages -> os:perf_counter(nanosecond);
ended(false, _, _) -> none.

answer(Sender, #way{acks = true}, Number, Outcome, _) ->
    Sender ! {Outcome, Number};
answer(Sender, #way{acks = false, credit = Credit}, Number, confirmed, Ended) when (Number + 1) rem Credit =:= 0 ->
    Sender ! {credit, Credit, Ended};
answer(_, #way{acks = false}, _, confirmed, _) ->
    ok.

add(#way{witness = false}, Crc, _) -> Crc;
add(#way{witness = true}, Crc, String) -> Crc + erlang:crc32(String).

with_end(true, Ended, Ends) -> [Ended | Ends];
with_end(false, _, Ends) -> Ends.
