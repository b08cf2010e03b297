defmodule AgonElixir.EchoAll do
  @moduledoc "Agents of which each asks all others in turn, and answers every request."
  @behaviour :agon_harness

  defmodule World do
    @moduledoc "What an agent knows of the others; it never changes."
    @enforce_keys [:own, :agents, :messages, :controller]
    defstruct @enforce_keys
  end

  @impl true
  def parameters, do: :agon_echo.parameters(%{agents: {:integer, 2}})

  @impl true
  def variants, do: ['default']

  @impl true
  def prepare(%{agents: agents} = params) do
    :agon_harness.check_processes('agents', agents, agents)
    :agon_echo.prepare(params, fn -> run(params) end)
  end

  defp run(%{agents: count} = params) do
    controller = self()
    agents = for number <- 0..(count - 1), do: spawn_agent(number, controller, params)
    # Every agent can send to every other: addresses that need no copy.
    :persistent_term.put(__MODULE__, List.to_tuple(agents))
    :agon_echo.run(agents, [], &Enum.unzip/1)
  end

  defp spawn_agent(own, controller, params) do
    Process.spawn(fn -> stand_by(own, controller, params) end, [
      :link,
      message_queue_data: :off_heap
    ])
  end

  # Others may ask before this one has received the start: they have to wait until then.
  defp stand_by(own, controller, %{agents: count, messages: messages} = params) do
    receive do
      {:go, begun} ->
        world = %World{
          own: own,
          agents: :persistent_term.get(__MODULE__),
          messages: messages,
          controller: controller
        }

        pace = :agon_echo.pace(params, begun, own, count)
        go_on(world, own, 0, 0, pace, 0, :agon_echo.no_sum(params))
    end
  end

  # A request is one integer, its requester * messages + its number, and so is a reply, -1 - (its replier * messages +
  # its number): immediate values, which a send need not copy. `last` is whom this agent has asked last; it has
  # `replies`, and has `handled` requests.
  defp loop(%World{messages: messages} = world, last, replies, acc, pace, handled, sum) do
    receive do
      request when is_integer(request) and request >= 0 ->
        requester = elem(world.agents, div(request, messages))
        send(requester, -1 - (world.own * messages + rem(request, messages)))
        loop(world, last, replies, acc, pace, handled + 1, :agon_echo.add(sum, request))

      reply when is_integer(reply) ->
        acc = :agon_echo.acc(acc, div(-1 - reply, messages))
        go_on(world, last, replies + 1, acc, :agon_echo.replied(pace), handled, sum)

      :due ->
        go_on(world, last, replies, acc, pace, handled, sum)

      {:report, controller} ->
        known = {{world.own, replies, acc, pace}, {world.own, handled, sum}}
        send(controller, {:reported, self(), known})
    end
  end

  defp go_on(%World{messages: messages} = world, last, messages, acc, pace, handled, sum) do
    send(world.controller, :done)
    loop(world, last, messages, acc, pace, handled, sum)
  end

  defp go_on(world, last, replies, acc, pace, handled, sum) do
    case :agon_echo.wait(pace) do
      0 ->
        next = next(world, last)
        send(elem(world.agents, next), world.own * world.messages + replies)
        loop(world, next, replies, acc, pace, handled, sum)

      milliseconds ->
        Process.send_after(self(), :due, milliseconds)
        loop(world, last, replies, acc, pace, handled, sum)
    end
  end

  # Whom to ask after that one: the next one of the circle who is another.
  defp next(%World{own: own, agents: agents} = world, last) do
    case last + 1 do
      ^own -> next(world, own)
      last when last == tuple_size(agents) and own == 0 -> 1
      last when last == tuple_size(agents) -> 0
      next -> next
    end
  end
end
