defmodule AgonElixir.ServiceRounds do
  @moduledoc "A client whose requests a coordinator answers with the help of a retriever and a printer."
  @behaviour :agon_harness

  @acc_modulus 2_147_483_647
  @client 1
  @coordinator 2
  @retriever 3
  @printer 4

  @impl true
  def parameters, do: %{rounds: {:integer, 1}, print: :path}

  @impl true
  def variants, do: ['default']

  @impl true
  def prepare(%{rounds: rounds, print: print, witness: witness}) do
    fn _index -> iteration(rounds, print, witness) end
  end

  defp iteration(rounds, print, witness) do
    :agon_print.clear(print)
    starter = self()
    coordinator = spawn_link(fn -> start_coordinator(starter, rounds, print) end)

    receive do
      {:ready, ^coordinator} -> :ok
    end

    acc = if witness == 'on', do: 0
    spawn_link(fn -> start_client(starter, coordinator, rounds, acc) end)

    receive do
      {:done, elapsed, sum, nil} -> {elapsed, %{answers: rounds, sum: sum}}
      {:done, elapsed, sum, acc} -> {elapsed, %{answers: rounds, sum: sum, witness: acc}}
    end
  end

  defp start_client(starter, coordinator, rounds, acc) do
    begun = System.monotonic_time(:nanosecond)
    {sum, acc} = client(coordinator, 1, rounds, 0, acc)
    send(starter, {:done, System.monotonic_time(:nanosecond) - begun, sum, acc})
  end

  defp client(_coordinator, round, rounds, sum, acc) when round > rounds, do: {sum, acc}

  defp client(coordinator, round, rounds, sum, acc) do
    send(coordinator, {:request, self(), round, acc})

    receive do
      {:answer, datum, acc} ->
        client(coordinator, round + 1, rounds, sum + datum, step(acc, @client))
    end
  end

  defp start_coordinator(starter, rounds, print) do
    coordinator = self()
    retriever = spawn_link(fn -> retriever(coordinator) end)

    printer =
      spawn_link(fn ->
        file = :agon_print.open(print)
        send(starter, {:ready, coordinator})
        printer(coordinator, rounds, file)
      end)

    coordinator(retriever, printer)
  end

  defp coordinator(retriever, printer) do
    receive do
      {:request, client, round, acc} ->
        send(retriever, {:retrieve, client, round, step(acc, @coordinator)})

      {:datum, client, round, datum, acc} ->
        send(printer, {:print, client, round, datum, step(acc, @coordinator)})

      {:printed, client, datum, acc} ->
        send(client, {:answer, datum, step(acc, @coordinator)})
    end

    coordinator(retriever, printer)
  end

  defp retriever(coordinator) do
    receive do
      {:retrieve, client, round, acc} ->
        send(
          coordinator,
          {:datum, client, round, rem(round * 7919, 1_000_003), step(acc, @retriever)}
        )
    end

    retriever(coordinator)
  end

  # The last line is on file before the client can be notified of it.
  defp printer(coordinator, rounds, file) do
    receive do
      {:print, client, round, datum, acc} ->
        file = :agon_print.line(file, Integer.to_string(round) <> " " <> Integer.to_string(datum))
        if round == rounds, do: :agon_print.close(file)
        send(coordinator, {:printed, client, datum, step(acc, @printer)})
        printer(coordinator, rounds, file)
    end
  end

  defp step(nil, _number), do: nil
  defp step(acc, number), do: rem(acc * 31 + number, @acc_modulus)
end
