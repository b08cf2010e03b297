defmodule AgonElixir do
  @moduledoc "The platform's program: its workloads. The harness is the one in Erlang."

  @workloads %{
    'token-ring' => AgonElixir.TokenRing,
    'chameneos' => AgonElixir.Chameneos,
    'fibonacci' => AgonElixir.Fibonacci,
    'pipeline' => AgonElixir.Pipeline,
    'service-rounds' => AgonElixir.ServiceRounds,
    'grid-swap' => AgonElixir.GridSwap,
    'compute' => AgonElixir.Compute,
    'echo-all' => AgonElixir.EchoAll,
    'mass-reception' => AgonElixir.MassReception
  }

  @doc "Runs the workload that the command line names and ends the program."
  @spec main() :: no_return()
  def main do
    # Standard output carries the protocol alone.
    Logger.configure_backend(:console, device: :standard_error)
    :agon_harness.main(@workloads, Enum.map(System.argv(), &to_charlist/1))
  end
end
