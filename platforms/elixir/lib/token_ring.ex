defmodule AgonElixir.TokenRing do
  @moduledoc "Tokens passed from neighbour to neighbour round a ring of workers."
  @behaviour :agon_harness

  @acc_modulus 2_147_483_647

  @impl true
  def parameters, do: %{workers: {:integer, 1}, tokens: {:integer, 1}, passes: {:integer, 0}}

  @impl true
  def variants, do: ['default']

  @impl true
  def prepare(params), do: fn _index -> iteration(params) end

  defp iteration(%{workers: workers, tokens: tokens, passes: passes, witness: witness}) do
    # No worker runs on this scheduler until the ring is linked and every token handed over: see connect/1.
    Process.flag(:priority, :high)
    counter = self()
    ring = connect(for number <- 1..workers, do: spawn_worker(witness, number, tokens, counter))
    starts = for token <- 1..tokens, do: {token, elem(ring, start(token, tokens, workers) - 1)}
    begun = System.monotonic_time(:nanosecond)
    for {token, worker} <- starts, do: send(worker, message(witness, token, passes, tokens))
    ended = count(tokens, [])
    elapsed = System.monotonic_time(:nanosecond) - begun
    {elapsed, report(witness, Enum.sort(ended))}
  end

  defp spawn_worker(witness, number, tokens, counter) do
    start = fn ->
      receive do
        {:next, next} when witness == 'on' -> pass_with_witness(number, next, counter)
        {:next, next} -> pass(number, next, unit(tokens), counter)
      end
    end

    Process.spawn(start, [:link, message_queue_data: :off_heap])
  end

  # The links go out in ring order and nobody waits for them to arrive. The workers thus stand in the run queue
  # in ring order when the tokens come, and a token that a worker passes on finds its neighbour next in the queue.
  defp connect([first | others] = workers) do
    for {worker, next} <- Enum.zip(workers, others ++ [first]), do: send(worker, {:next, next})
    List.to_tuple(workers)
  end

  # max(1, floor(token * workers / tokens + 1/2)) in integers.
  defp start(token, tokens, workers), do: max(1, div(2 * token * workers + tokens, 2 * tokens))

  # A token is one integer, left * unit + token: an immediate value, which a send need not copy.
  defp message('off', token, passes, tokens), do: passes * unit(tokens) + token
  defp message('on', token, passes, _tokens), do: {token, passes, 0}

  defp unit(tokens), do: tokens + 1

  defp pass(number, next, unit, counter) do
    receive do
      message when message >= unit -> send(next, message - unit)
      token -> send(counter, {:ended, token, number})
    end

    pass(number, next, unit, counter)
  end

  defp pass_with_witness(number, next, counter) do
    receive do
      {token, 0, acc} -> send(counter, {:ended, token, number, acc})
      {token, left, acc} -> send(next, {token, left - 1, rem(acc * 31 + number, @acc_modulus)})
    end

    pass_with_witness(number, next, counter)
  end

  defp count(0, ended), do: ended

  defp count(missing, ended) do
    receive do
      {:ended, token, worker} -> count(missing - 1, [{token, worker} | ended])
      {:ended, token, worker, acc} -> count(missing - 1, [{token, worker, acc} | ended])
    end
  end

  defp report('off', ended), do: %{ends: for({_, worker} <- ended, do: worker)}

  defp report('on', ended) do
    %{ends: for({_, worker, _} <- ended, do: worker), witness: for({_, _, acc} <- ended, do: acc)}
  end
end
