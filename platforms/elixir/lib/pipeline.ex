defmodule AgonElixir.Pipeline do
  @moduledoc "Strings that three stages pass on, each putting its own word in front."
  @behaviour :agon_harness

  @crc_modulus 0x1_0000_0000

  @impl true
  def parameters, do: %{tasks: {:integer, 0}, log: {:one_of, ['on', 'off']}, print: :path}

  @impl true
  def variants, do: ['default']

  @impl true
  def prepare(%{tasks: tasks, log: log, print: path, witness: witness}) do
    print = if log == 'on', do: path
    fn _index -> iteration(tasks, witness, print) end
  end

  defp iteration(tasks, witness, print) do
    if print, do: :agon_print.clear(print)
    strings = for number <- 1..tasks//1, do: "Requested #{number - 1}"
    driver = self()
    sum = if witness == 'on', do: 0
    write = stage(print, fn printer -> write(driver, printer, sum, 0, 0) end)
    index = stage(print, fn printer -> pass("Indexed", write, driver, printer, sum) end)
    download = stage(print, fn printer -> pass("Downloaded", index, driver, printer, sum) end)
    begun = System.monotonic_time(:nanosecond)
    Enum.each(strings, &send(download, &1))
    send(download, :stop)

    receive do
      {:written, written, characters, crc} ->
        elapsed = System.monotonic_time(:nanosecond) - begun
        report = %{written: written, characters: characters}
        {elapsed, with_witness(witness, report, crc, [download, index])}
    end
  end

  # A process that stands ready to do its work.
  defp stage(print, work) do
    parent = self()

    start = fn ->
      printer = if print, do: :agon_print.open(print)
      send(parent, {:ready, self()})
      work.(printer)
    end

    stage = Process.spawn(start, [:link, message_queue_data: :off_heap, min_heap_size: 10_000])

    receive do
      {:ready, ^stage} -> stage
    end
  end

  defp pass(word, next, driver, printer, sum) do
    receive do
      :stop ->
        close(printer)
        send(next, :stop)
        send(driver, {:passed, self(), sum})

      string ->
        new = with_word(word, string)
        send(next, new)
        pass(word, next, driver, line(printer, new), add(sum, new))
    end
  end

  defp write(driver, printer, sum, written, characters) do
    receive do
      :stop ->
        close(printer)
        send(driver, {:written, written, characters, sum})

      string ->
        new = with_word("Wrote", string)
        write(driver, line(printer, new), add(sum, new), written + 1, characters + byte_size(new))
    end
  end

  # The string with `word` in place of its first word.
  defp with_word(word, string), do: word <> from_blank(string)

  defp from_blank(<<" ", _::binary>> = rest), do: rest
  defp from_blank(<<_, rest::binary>>), do: from_blank(rest)

  defp add(nil, _), do: nil
  defp add(sum, string), do: rem(sum + :erlang.crc32(string), @crc_modulus)

  defp line(nil, _), do: nil
  defp line(printer, string), do: :agon_print.line(printer, string)

  defp close(nil), do: :ok
  defp close(printer), do: :agon_print.close(printer)

  defp with_witness('off', report, nil, _stages), do: report

  defp with_witness('on', report, crc, stages) do
    sums =
      for stage <- stages do
        receive do
          {:passed, ^stage, sum} -> sum
        end
      end

    Map.merge(report, %{crc: crc, stages: sums})
  end
end
