defmodule AgonElixir.Chameneos do
  @moduledoc "Creatures that meet in pairs through a broker and change colour."
  # agon: begin harness
  @behaviour :agon_harness
  # agon: end

  @colours [:blue, :red, :yellow]

  # agon: begin harness
  @impl true
  def parameters, do: %{creatures: {:integer, 2}, meetings: {:integer, 0}}

  @impl true
  def variants, do: ['default']

  @impl true
  def prepare(%{creatures: creatures, meetings: meetings, witness: witness}) do
    colours = @colours |> Stream.cycle() |> Enum.take(creatures)
    fn _index -> iteration(colours, meetings, witness) end
  end

  # agon: end

  defp iteration(colours, meetings, witness) do
    collector = self()
    broker = spawn_link(fn -> broker(meetings) end)
    # agon: begin witness
    pairs = if witness == 'on', do: %{}
    # agon: end

    creatures =
      for {colour, number} <- Enum.with_index(colours, 1) do
        spawn_link(fn -> start(broker, number, colour, pairs, collector) end)
      end

    # agon: begin report
    begun = System.monotonic_time(:nanosecond)
    # agon: end
    for creature <- creatures, do: send(creature, :go)
    outcomes = collect(length(creatures), [])
    # agon: begin report
    elapsed = System.monotonic_time(:nanosecond) - begun
    {elapsed, report(witness, colours, List.keysort(outcomes, 0))}
    # agon: end
  end

  defp broker(0) do
    receive do
      {_, _, creature} -> send(creature, :turned_away)
    end

    broker(0)
  end

  defp broker(meetings) do
    {number1, colour1, creature1} = request()
    {number2, colour2, creature2} = request()
    send(creature1, {number2, colour2})
    send(creature2, {number1, colour1})
    broker(meetings - 1)
  end

  defp request do
    receive do
      {_, _, _} = request -> request
    end
  end

  defp start(broker, number, colour, pairs, collector) do
    receive do
      :go -> creature(broker, number, colour, 0, 0, pairs, collector)
    end
  end

  defp creature(broker, number, colour, meetings, self, pairs, collector) do
    send(broker, {number, colour, self()})

    receive do
      {^number, other} ->
        new = complement(colour, other)

        creature(
          broker,
          number,
          new,
          meetings + 1,
          self + 1,
          met(colour, other, pairs),
          collector
        )

      {_, other} ->
        new = complement(colour, other)
        creature(broker, number, new, meetings + 1, self, met(colour, other, pairs), collector)

      :turned_away ->
        send(collector, {number, colour, meetings, self, pairs})
    end
  end

  defp complement(colour, colour), do: colour
  defp complement(:blue, :red), do: :yellow
  defp complement(:blue, :yellow), do: :red
  defp complement(:red, :blue), do: :yellow
  defp complement(:red, :yellow), do: :blue
  defp complement(:yellow, :blue), do: :red
  defp complement(:yellow, :red), do: :blue

  # agon: begin witness
  defp met(_, _, nil), do: nil
  defp met(own, other, pairs), do: Map.update(pairs, {own, other}, 1, &(&1 + 1))
  # agon: end

  defp collect(0, outcomes), do: outcomes

  defp collect(missing, outcomes) do
    receive do
      {_, _, _, _, _} = outcome -> collect(missing - 1, [outcome | outcomes])
    end
  end

  # agon: begin report
  defp report(witness, initial, outcomes) do
    report = %{
      complements: for(own <- @colours, do: for(other <- @colours, do: complement(own, other))),
      initial: initial,
      final: for({_, colour, _, _, _} <- outcomes, do: colour),
      meetings: for({_, _, meetings, _, _} <- outcomes, do: meetings),
      self: for({_, _, _, self, _} <- outcomes, do: self)
    }

    case witness do
      'off' -> report
      'on' -> Map.put(report, :witness, sums(for {_, _, _, _, pairs} <- outcomes, do: pairs))
    end
  end

  # agon: end

  # agon: begin witness
  defp sums(all) do
    for own <- @colours do
      for other <- @colours do
        all |> Enum.map(&Map.get(&1, {own, other}, 0)) |> Enum.sum()
      end
    end
  end

  # agon: end
end
