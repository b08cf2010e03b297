package agon.actors

import agon.actors.Host.{Address, Handler}
import agon.harness.{Arguments, Iteration, Workload}
import agon.workload.Fibonacci

// agon: begin harness
/** Clients ask a server for Fibonacci numbers, and report to a manager how long it took. */
final class FibonacciService(arguments: Arguments) extends Workload {
  import FibonacciService._

  private val parameters = new Fibonacci(arguments)
  private val samples = Fibonacci.openSamples(arguments)
  private val host = new Host(arguments)

  override def iterate(index: Int): Iteration = {
    val points = new parameters.Points
    val iteration = host.run(run => new Manager(_, parameters, points, run))
    points.writeTo(samples, index)
    iteration
  }

  override def close(): Unit = {
    samples.close()
    host.close()
  }
}
// agon: end

object FibonacciService {
  private case object Ready
  private final case class Start(server: Address)
  private final case class Request(n: Int, from: Address)
  private final case class Answer(value: Long)
  private final case class Point(client: Int, n: Int, value: Long, nanos: Long)

  /** Starts server and clients, and collects the clients' times. */
  private final class Manager(
      self: Address, parameters: Fibonacci, points: Fibonacci#Points, run: Host#Run)
      extends Handler {
    private val server = run.spawn(_ => new Server(run, self))
    private val clients = for (number <- 1 to parameters.clients)
      yield run.spawn(new Client(_, number, parameters.requests(number), self))
    private var ready = 0

    override def apply(message: AnyRef): Unit = message match {
      case Point(client, n, value, nanos) =>
        if (points.add(client, n, value, nanos)) run.end(points.report)
      case Ready =>
        ready += 1
        if (ready == clients.size + 1) {
          run.startClock()
          clients.foreach(_ ! Start(server))
        }
    }
  }

  /** Has an actor of its own compute each answer. */
  private final class Server(run: Host#Run, manager: Address) extends Handler {
    manager ! Ready

    override def apply(message: AnyRef): Unit = message match {
      case Request(n, from) => run.perform(from ! Answer(Fibonacci.fib(n)))
    }
  }

  /** Asks for one number after the other. */
  private final class Client(
      self: Address, number: Int, requests: Array[Int], manager: Address)
      extends Handler {
    private var server: Address = _
    private var next = 0
    private var asked = 0L

    manager ! Ready

    override def apply(message: AnyRef): Unit = {
      message match {
        case Answer(value) =>
          val nanos = System.nanoTime - asked
          manager ! Point(number, requests(next), value, nanos)
          next += 1
        case Start(address) =>
          server = address
      }
      if (next < requests.length) {
        asked = System.nanoTime
        server ! Request(requests(next), self)
      }
    }
  }
}
