defmodule AgonElixir.GridSwap do
  @moduledoc "Agents that swap their states with others at random."
  @behaviour :agon_harness

  import Bitwise

  defmodule World do
    @moduledoc "What an agent knows of the others; it never changes."
    @enforce_keys [:cell, :others, :rounds, :controller]
    defstruct @enforce_keys
  end

  @impl true
  def parameters do
    %{side: {:integer, 2}, active: {:integer, 1}, rounds: {:integer, 1}, input: :path}
  end

  @impl true
  def variants, do: ['default']

  @impl true
  def prepare(%{side: side, rounds: rounds, input: input, samples: samples}) do
    size = side * side
    # Some processes are the system's own.
    limit = :erlang.system_info(:process_limit) - 1000

    if size > limit do
      :agon_harness.usage('side=~b: at most ~b agents, or start elixir with --erl "+P"', [
        side,
        limit
      ])
    end

    active =
      case :agon_input.integers(input, 0, size - 1) do
        [cells] -> MapSet.new(cells)
        lines -> :agon_harness.usage('~ts: must hold one line, holds ~b', [input, length(lines)])
      end

    file =
      :agon_samples.create(
        samples,
        'cells.csv',
        "iteration,cell,requested,accepted,refused,state"
      )

    fn index -> iteration(index, size, active, rounds, file) end
  end

  defp iteration(index, size, active, rounds, file) do
    # So that all receive the stop before the active agents go on.
    Process.flag(:priority, :high)
    agents = for cell <- 0..(size - 1), do: spawn_agent(cell, size, active, rounds)

    # Every agent can send to every other: a tuple of a quarter of a million addresses that need no copy.
    :persistent_term.put(__MODULE__, List.to_tuple(agents))
    starting = for {agent, cell} <- Enum.with_index(agents), cell in active, do: agent
    begun = System.monotonic_time(:nanosecond)
    Enum.each(starting, &send(&1, :start))

    receive do
      :finished -> Enum.each(agents, &send(&1, :stop))
    end

    ended = collect(size, [])
    elapsed = System.monotonic_time(:nanosecond) - begun
    :agon_samples.append(file, for(agent <- Enum.sort(ended), do: row(index, agent)))
    swaps = Enum.sum(for {_, requested, _, _, _} <- ended, do: requested)
    refused = Enum.sum(for {_, _, _, refused, _} <- ended, do: refused)
    {elapsed, %{requests: swaps + refused, swaps: swaps}}
  end

  defp collect(0, ended), do: ended

  defp collect(missing, ended) do
    receive do
      {_, _, _, _, _} = agent -> collect(missing - 1, [agent | ended])
      :finished -> collect(missing, ended)
    end
  end

  defp row(index, {cell, requested, accepted, refused, state}) do
    "#{index},#{cell},#{requested},#{accepted},#{refused},#{state}\n"
  end

  defp spawn_agent(cell, size, active, rounds) do
    world = %World{cell: cell, others: size - 1, rounds: rounds, controller: self()}

    if cell in active do
      spawn_link(fn -> start(world, cell) end)
    else
      spawn_link(fn -> idle(world, cell, :rand.mwc59_seed(), 0, 0, 0) end)
    end
  end

  defp start(world, state) do
    random = :rand.mwc59_seed()

    receive do
      :start -> request(world, state, random, 0, 0, 0)
    end
  end

  defp idle(world, state, random, requested, accepted, refused) do
    receive do
      {:request, from, new} ->
        send(from, {:accept, state})
        request(world, new, random, requested, accepted + 1, refused)

      :stop ->
        stopped(world, state, requested, accepted, refused)
    end
  end

  defp request(
         %World{cell: cell, others: others} = world,
         state,
         random,
         requested,
         accepted,
         refused
       ) do
    random = :rand.mwc59(random)
    send(another(cell, others, random), {:request, self(), state})
    in_transaction(world, state, random, requested, accepted, refused)
  end

  # One of the other agents.
  defp another(cell, others, random) do
    agents = :persistent_term.get(__MODULE__)

    case (:rand.mwc59_value32(random) * others) >>> 32 do
      drawn when drawn < cell -> elem(agents, drawn)
      drawn -> elem(agents, drawn + 1)
    end
  end

  defp in_transaction(%World{rounds: rounds} = world, state, random, requested, accepted, refused) do
    receive do
      {:request, from, _} ->
        send(from, :refuse)
        in_transaction(world, state, random, requested, accepted, refused)

      :refuse ->
        request(world, state, random, requested, accepted, refused + 1)

      {:accept, new} when requested + 1 == rounds ->
        send(world.controller, :finished)
        finished(world, new, rounds, accepted, refused)

      {:accept, new} ->
        idle(world, new, random, requested + 1, accepted, refused)

      :stop ->
        close(world, state, requested, accepted, refused)
    end
  end

  # Stopped within a transaction: waits for its answer.
  defp close(world, state, requested, accepted, refused) do
    receive do
      {:request, from, _} ->
        send(from, :refuse)
        close(world, state, requested, accepted, refused)

      :refuse ->
        stopped(world, state, requested, accepted, refused + 1)

      {:accept, new} ->
        stopped(world, new, requested + 1, accepted, refused)
    end
  end

  defp finished(world, state, requested, accepted, refused) do
    receive do
      {:request, from, _} ->
        send(from, :refuse)
        finished(world, state, requested, accepted, refused)

      :stop ->
        stopped(world, state, requested, accepted, refused)
    end
  end

  defp stopped(world, state, requested, accepted, refused) do
    send(world.controller, {world.cell, requested, accepted, refused, state})
    refuse()
  end

  defp refuse do
    receive do
      {:request, from, _} -> send(from, :refuse)
    end

    refuse()
  end
end
