defmodule AgonElixir.Compute do
  @moduledoc "Agents that each compute for themselves, and report when they are done."
  @behaviour :agon_harness

  import Bitwise

  @factor 48271
  # Steps are taken modulo this prime, a power of two less one.
  @bits 31
  @modulus (1 <<< @bits) - 1

  @impl true
  def parameters, do: %{agents: {:integer, 1}, operations: {:integer, 1}}

  @impl true
  def variants, do: ['default']

  @impl true
  def prepare(%{agents: agents, operations: operations, witness: witness}) do
    :agon_harness.check_processes('agents', agents, agents)

    shares =
      for number <- 1..agents do
        {number, div(operations, agents) + more(number, rem(operations, agents))}
      end

    fn _index -> iteration(shares, witness) end
  end

  defp more(number, rest) when number <= rest, do: 1
  defp more(_, _), do: 0

  defp iteration(shares, witness) do
    controller = self()

    agents =
      for {number, steps} <- shares do
        spawn_link(fn -> agent(number, steps, controller) end)
      end

    begun = System.monotonic_time(:nanosecond)
    Enum.each(agents, &send(&1, :go))
    done = collect(length(agents), [])
    elapsed = System.monotonic_time(:nanosecond) - begun
    xor = Enum.reduce(done, 0, fn {_, x, _}, xor -> bxor(x, xor) end)
    {elapsed, with_witness(witness, %{xor: xor}, done)}
  end

  defp agent(number, steps, controller) do
    receive do
      :go ->
        {x, taken} = compute(0, steps, number)
        send(controller, {number, x, taken})
    end
  end

  # The quotient by the power of two counts as much as the remainder. What is left is below twice the modulus, and the
  # next step takes it as it is.
  defp compute(taken, steps, x) when taken < steps do
    product = x * @factor
    compute(taken + 1, steps, (product &&& @modulus) + (product >>> @bits))
  end

  defp compute(taken, _, x), do: {rem(x, @modulus), taken}

  defp collect(0, done), do: done

  defp collect(missing, done) do
    receive do
      {_, _, _} = agent -> collect(missing - 1, [agent | done])
    end
  end

  defp with_witness('off', report, _), do: report

  defp with_witness('on', report, done) do
    Map.put(report, :steps, for({_, _, taken} <- Enum.sort(done), do: taken))
  end
end
