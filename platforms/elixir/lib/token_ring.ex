defmodule AgonElixir.TokenRing do
  @moduledoc "Tokens passed from neighbour to neighbour round a ring of workers."
  # agon: begin harness
  @behaviour :agon_harness

  @acc_modulus 2_147_483_647

  @impl true
  def parameters, do: %{workers: {:integer, 1}, tokens: {:integer, 1}, passes: {:integer, 0}}

  @impl true
  def variants, do: ['default']

  @impl true
  def prepare(params), do: fn _index -> iteration(params) end
  # agon: end

  defp iteration(%{workers: workers, tokens: tokens, passes: passes, witness: witness}) do
    form = form(tokens, passes)

    # No worker runs on this scheduler until the ring is linked and every token handed over: see connect/1.
    Process.flag(:priority, :high)
    counter = self()
    ring = connect(for number <- 1..workers, do: spawn_worker(witness, number, form, counter))
    starts = for token <- 1..tokens, do: {token, elem(ring, start(token, tokens, workers) - 1)}
    # agon: begin report
    begun = System.monotonic_time(:nanosecond)
    # agon: end
    for {token, worker} <- starts, do: send(worker, message(form, token, passes))
    ended = count(tokens, [])
    # agon: begin report
    elapsed = System.monotonic_time(:nanosecond) - begun
    {elapsed, report(witness, form, ended)}
    # agon: end
  end

  defp spawn_worker(witness, number, {unit, whole}, counter) do
    start = fn ->
      receive do
        # agon: begin witness
        {:next, next} when witness == 'on' ->
          pass_with_witness(number, next, unit, whole, counter)

        # agon: end

        {:next, next} ->
          pass(number, next, unit, counter)
      end
    end

    Process.spawn(start, [:link, message_queue_data: :off_heap])
  end

  # The links go out in ring order and none waits for them to arrive. The workers thus stand in the run queue
  # in ring order when the tokens come, and a token that a worker passes on finds its neighbour next in the queue.
  defp connect([first | others] = workers) do
    for {worker, next} <- Enum.zip(workers, others ++ [first]), do: send(worker, {:next, next})
    List.to_tuple(workers)
  end

  # max(1, floor(token * workers / tokens + 1/2)) in integers.
  defp start(token, tokens, workers), do: max(1, div(2 * token * workers + tokens, 2 * tokens))

  # A token is one integer, acc * whole + left * unit + token, with a witness or without, when acc stays 0. As long as it
  # is small it is an immediate value, which a send need not copy: without a witness it always is.
  defp form(tokens, passes), do: {tokens + 1, (tokens + 1) * (passes + 1)}

  defp message({unit, _whole}, token, left), do: left * unit + token

  defp pass(number, next, unit, counter) do
    receive do
      message when message >= unit -> send(next, message - unit)
      message -> send(counter, {:ended, message, number})
    end

    pass(number, next, unit, counter)
  end

  # agon: begin witness
  defp pass_with_witness(number, next, unit, whole, counter) do
    receive do
      message when rem(message, whole) >= unit ->
        acc = rem(div(message, whole) * 31 + number, @acc_modulus)
        send(next, acc * whole + rem(message, whole) - unit)

      message ->
        send(counter, {:ended, message, number})
    end

    pass_with_witness(number, next, unit, whole, counter)
  end

  # agon: end

  defp count(0, ended), do: ended

  defp count(missing, ended) do
    receive do
      {:ended, message, worker} -> count(missing - 1, [{message, worker} | ended])
    end
  end

  # agon: begin report
  defp report(witness, {_unit, whole}, ended) do
    sorted =
      Enum.sort(
        for {message, worker} <- ended, do: {rem(message, whole), worker, div(message, whole)}
      )

    with_witness(
      witness,
      %{ends: for({_, worker, _} <- sorted, do: worker)},
      for({_, _, acc} <- sorted, do: acc)
    )
  end

  defp with_witness('off', report, _accs), do: report
  defp with_witness('on', report, accs), do: Map.put(report, :witness, accs)
  # agon: end
end
