%% How strings go from the sender to the receiver.
-record(way, {
    size :: pos_integer(),
    messages :: pos_integer(),
    serializer :: throughput_string:serializer(),
    acks :: boolean(),
    witness :: boolean(),
    %% The messages at which the receiver's handler fails, ascending.
    faults :: [non_neg_integer()],
    %% Of how many messages one is timed where the receiver handles it.
    every :: pos_integer() | never,
    %% After how many messages handled the receiver gives the sender a credit, where it does not confirm each.
    credit :: pos_integer()
}).
