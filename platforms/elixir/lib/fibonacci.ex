defmodule AgonElixir.Fibonacci do
  @moduledoc "Clients that time a server's answers to large and small requests."
  # agon: begin harness
  @behaviour :agon_harness
  # agon: end

  defmodule Server do
    @moduledoc "Computes in a process for each request, or in its own callback."
    use GenServer

    @impl true
    def init(variant), do: {:ok, variant}

    # The schedulers share their time among the processes, so small requests overtake large ones.
    @impl true
    def handle_call(n, client, 'subactors') do
      spawn_link(fn -> GenServer.reply(client, fib(n)) end)
      {:noreply, 'subactors'}
    end

    def handle_call(n, _client, 'functions'), do: {:reply, fib(n), 'functions'}

    defp fib(0), do: 0
    defp fib(1), do: 1
    defp fib(n) when is_integer(n) and n > 1, do: fib(n - 1) + fib(n - 2)
  end

  # agon: begin harness
  @impl true
  def parameters do
    %{clients: {:integer, 1}, requests: {:integer, 1}, max_n: {:integer, 0}, input: :path}
  end

  @impl true
  def variants, do: ['subactors', 'functions']

  @impl true
  def prepare(%{samples: samples, variant: variant} = params) do
    lists = read_input(params)
    points = :agon_samples.create(samples, 'points.csv', "iteration,client,n,value,ns")
    fn index -> iteration(index, variant, lists, points) end
  end

  # agon: end

  defp iteration(index, variant, lists, file) do
    manager = self()
    {:ok, server} = GenServer.start_link(Server, variant)

    clients =
      for {requests, number} <- Enum.with_index(lists, 1) do
        spawn_link(fn -> start(number, requests, server, manager) end)
      end

    expected = lists |> Enum.map(&length/1) |> Enum.sum()
    # agon: begin report
    begun = System.monotonic_time(:nanosecond)
    # agon: end
    for client <- clients, do: send(client, :go)
    points = manage(expected, [])
    # agon: begin report
    elapsed = System.monotonic_time(:nanosecond) - begun

    :agon_samples.append(
      file,
      for({:point, c, n, value, ns} <- points, do: "#{index},#{c},#{n},#{value},#{ns}\n")
    )

    {elapsed, %{answers: length(points)}}
    # agon: end
  end

  defp start(number, requests, server, manager) do
    receive do
      :go -> for n <- requests, do: ask(number, n, server, manager)
    end
  end

  defp ask(number, n, server, manager) do
    asked = System.monotonic_time(:nanosecond)
    value = GenServer.call(server, n, :infinity)
    send(manager, {:point, number, n, value, System.monotonic_time(:nanosecond) - asked})
  end

  defp manage(0, points), do: Enum.reverse(points)

  defp manage(missing, points) do
    receive do
      {:point, _, _, _, _} = point -> manage(missing - 1, [point | points])
    end
  end

  # agon: begin harness
  defp read_input(%{input: path, clients: clients, requests: requests, max_n: max_n}) do
    lists = :agon_input.integers(path, 0, max_n)

    if Enum.map(lists, &length/1) != List.duplicate(requests, clients) do
      :agon_harness.usage('~ts: must hold ~b lines of ~b integers', [path, clients, requests])
    end

    lists
  end

  # agon: end
end
