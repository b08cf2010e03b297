defmodule AgonElixir.Pipeline do
  @moduledoc "Strings that three stages pass on, each putting its own word in front."
  @behaviour :agon_harness

  @crc_modulus 0x1_0000_0000

  @impl true
  def parameters do
    %{
      tasks: {:integer, 0},
      log: {:one_of, ['on', 'off', 'console']},
      work: {:one_of, ['cut', 'regex']},
      make: {:one_of, ['before', 'inside']},
      print: :path
    }
  end

  @impl true
  def variants, do: ['default']

  @impl true
  def prepare(params), do: fn _index -> iteration(params) end

  defp iteration(%{log: log, work: work, print: print, witness: witness} = params) do
    if log == 'on', do: :agon_print.clear(print)
    strings = strings(params)
    driver = self()
    sum = if witness == 'on', do: 0

    write =
      stage(params, fn printer ->
        write({work, "Indexed", "Wrote"}, driver, printer, sum, 0, 0)
      end)

    index =
      stage(params, fn printer ->
        pass({work, "Downloaded", "Indexed"}, write, driver, printer, sum)
      end)

    download =
      stage(params, fn printer ->
        pass({work, "Requested", "Downloaded"}, index, driver, printer, sum)
      end)

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

  # The driver's strings: made by now, or each as it is taken.
  defp strings(%{tasks: tasks, make: make, witness: witness}) do
    strings = Stream.map(1..tasks//1, &request(&1 - 1, witness))
    if make == 'before', do: Enum.to_list(strings), else: strings
  end

  defp request(number, 'off'), do: "Requested #{number}"
  defp request(number, 'on'), do: "#{number} Requested #{number} Requested #{number}"

  # A process that stands ready to do its work.
  defp stage(params, work) do
    parent = self()

    start = fn ->
      printer = open(params)
      send(parent, {:ready, self()})
      work.(printer)
    end

    stage = Process.spawn(start, [:link, message_queue_data: :off_heap, min_heap_size: 10_000])

    receive do
      {:ready, ^stage} -> stage
    end
  end

  defp pass(words, next, driver, printer, sum) do
    receive do
      :stop ->
        close(printer)
        send(next, :stop)
        send(driver, {:passed, self(), sum})

      string ->
        new = reword(words, string)
        send(next, new)
        pass(words, next, driver, line(printer, new), add(sum, new))
    end
  end

  defp write(words, driver, printer, sum, written, characters) do
    receive do
      :stop ->
        close(printer)
        send(driver, {:written, written, characters, sum})

      string ->
        new = reword(words, string)
        written = written + 1

        write(
          words,
          driver,
          line(printer, new),
          add(sum, new),
          written,
          characters + byte_size(new)
        )
    end
  end

  # The string with `word` in place of what a regular expression finds first (it is compiled at each call), or of all
  # before the first blank.
  defp reword({'regex', before, word}, string) do
    String.replace(string, Regex.compile!(before <> " "), word <> " ", global: false)
  end

  defp reword({'cut', _before, word}, string), do: word <> from_blank(string)

  defp from_blank(<<" ", _::binary>> = rest), do: rest
  defp from_blank(<<_, rest::binary>>), do: from_blank(rest)

  defp add(nil, _), do: nil
  defp add(sum, string), do: rem(sum + :erlang.crc32(string), @crc_modulus)

  defp open(%{log: 'off'}), do: nil
  defp open(%{log: 'on', print: print}), do: :agon_print.open(print)
  defp open(%{log: 'console', print: print}), do: :agon_print.open_console(print)

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
