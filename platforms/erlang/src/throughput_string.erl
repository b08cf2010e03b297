%% A string as it is sent: itself, or packed as one MsgPack string.
-module(throughput_string).

-export([pack/2, unpack/2]).
-export_type([serializer/0]).

-type serializer() :: native | msgpack.

-spec pack(serializer(), binary()) -> binary().
pack(native, String) -> String;
pack(msgpack, String) when byte_size(String) < 16#20 -> <<2#101:3, (byte_size(String)):5, String/binary>>;
pack(msgpack, String) when byte_size(String) < 16#100 -> <<16#d9, (byte_size(String)):8, String/binary>>;
pack(msgpack, String) when byte_size(String) < 16#10000 -> <<16#da, (byte_size(String)):16, String/binary>>;
pack(msgpack, String) -> <<16#db, (byte_size(String)):32, String/binary>>.

-spec unpack(serializer(), binary()) -> binary().
unpack(native, String) -> String;
unpack(msgpack, <<2#101:3, Size:5, String:Size/binary>>) -> String;
unpack(msgpack, <<16#d9, Size:8, String:Size/binary>>) -> String;
unpack(msgpack, <<16#da, Size:16, String:Size/binary>>) -> String;
unpack(msgpack, <<16#db, Size:32, String:Size/binary>>) -> String.
