%% The platform's program: its workloads.
-module(agon_erlang).

-export([main/0]).

-spec main() -> no_return().
main() ->
    Workloads = #{
        "token-ring" => token_ring,
        "chameneos" => chameneos,
        "fibonacci" => fibonacci,
        "pipeline" => pipeline,
        "service-rounds" => service_rounds,
        "grid-swap" => grid_swap,
        "compute" => compute,
        "echo-all" => echo_all,
        "mass-reception" => mass_reception,
        "throughput" => throughput,
        "population" => population,
        "remote-throughput" => remote_throughput,
        "remote-ask" => remote_ask,
        "remote-token-ring" => remote_token_ring,
        "remote-chameneos" => remote_chameneos
    },
    agon_harness:main(Workloads, init:get_plain_arguments()).
