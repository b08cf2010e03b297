defmodule AgonElixir.MassReception do
  @moduledoc "Senders that ask the same receiver again and again."
  @behaviour :agon_harness

  @impl true
  def parameters do
    :agon_echo.parameters(%{senders: {:integer, 1}, receivers: {:integer, 1}})
  end

  @impl true
  def variants, do: ['default']

  @impl true
  def prepare(%{senders: senders, receivers: receivers}) when receivers > senders do
    :agon_harness.usage('receivers=~b: not more than senders=~b', [receivers, senders])
  end

  def prepare(%{senders: senders, receivers: receivers} = params) do
    :agon_harness.check_processes('senders', senders, senders + receivers)
    :agon_echo.prepare(params, fn -> run(params) end)
  end

  defp run(%{senders: sender_count, receivers: receiver_count} = params) do
    controller = self()

    receivers =
      for number <- 0..(receiver_count - 1), do: start(fn -> begin_receiver(number, params) end)

    addresses = List.to_tuple(receivers)

    senders =
      for number <- 0..(sender_count - 1) do
        receiver = elem(addresses, rem(number, receiver_count))
        start(fn -> begin_sender(number, receiver, controller, params) end)
      end

    # Every receiver can reply to every sender: addresses that need no copy.
    :persistent_term.put(__MODULE__, List.to_tuple(senders))
    Enum.each(receivers, &send(&1, :go))
    :agon_echo.run(senders, receivers, &Enum.split(&1, sender_count))
  end

  defp start(fun), do: Process.spawn(fun, [:link, message_queue_data: :off_heap])

  defp begin_receiver(own, %{messages: messages} = params) do
    receive do
      :go ->
        senders = :persistent_term.get(__MODULE__)
        receiver(senders, messages, own, 0, :agon_echo.no_sum(params))
    end
  end

  # A request is one integer, its sender * messages + its number, and so is a reply, its receiver * messages + its
  # number: immediate values, which a send need not copy.
  defp receiver(senders, messages, own, handled, sum) do
    receive do
      request when is_integer(request) ->
        sender = elem(senders, div(request, messages))
        send(sender, own * messages + rem(request, messages))
        receiver(senders, messages, own, handled + 1, :agon_echo.add(sum, request))

      {:report, controller} ->
        send(controller, {:reported, self(), {own, handled, sum}})
    end
  end

  defp begin_sender(own, receiver, controller, %{senders: senders, messages: messages} = params) do
    receive do
      {:go, begun} ->
        pace = :agon_echo.pace(params, begun, own, senders)
        {acc, pace} = sender(receiver, messages, own, 0, 0, pace)
        send(controller, :done)

        receive do
          {:report, controller} ->
            send(controller, {:reported, self(), {own, messages, acc, pace}})
        end
    end
  end

  defp sender(_, messages, _, messages, acc, pace), do: {acc, pace}

  defp sender(receiver, messages, own, replies, acc, pace) do
    case :agon_echo.wait(pace) do
      0 ->
        send(receiver, own * messages + replies)

        receive do
          reply when is_integer(reply) ->
            acc = :agon_echo.acc(acc, div(reply, messages))
            sender(receiver, messages, own, replies + 1, acc, :agon_echo.replied(pace))
        end

      milliseconds ->
        Process.sleep(milliseconds)
        sender(receiver, messages, own, replies, acc, pace)
    end
  end
end
