package agon.actors

import agon.actors.Host.{Address, Handler, Timed}
import agon.harness.{Arguments, Iteration, Workload}
import agon.workload.RoundTrips
import scala.actors.TIMEOUT

/** Echo-all and mass-reception: agents send requests, one at a time, to agents that reply. */
final class Echo(arguments: Arguments, parameters: RoundTrips) extends Workload {
  import Echo._

  private val host = new Host(arguments)

  override def iterate(index: Int): Iteration = {
    val exchange = new parameters.Exchange
    val iteration = host.run(run => new Controller(_, parameters, exchange, run))
    exchange.write(index)
    iteration
  }

  override def close(): Unit = {
    parameters.close()
    host.close()
  }
}

object Echo {
  private case object Ready

  /** All repliers, in their order. */
  private final case class Meet(repliers: Array[Address])

  /** The clock began at that `System.nanoTime`. */
  private final case class Begin(nanos: Long)
  private final case class Request(requester: Int, number: Int, from: Address)
  private final case class Reply(replier: Int, number: Int)
  private case object Done

  /** Makes the agents, starts them, and waits until all have their replies. */
  private final class Controller(
      self: Address, parameters: RoundTrips, exchange: RoundTrips#Exchange, run: Host#Run)
      extends Handler {
    private val repliers =
      if (parameters.echoAll) Array.empty[Address]
      else Array.tabulate(parameters.repliers) { i =>
        run.spawn(new Agent(_, null, exchange.replier(i), self))
      }
    private val requesters = Array.tabulate(parameters.requesters)(spawnRequester)
    private var awaited = repliers.length + requesters.length

    private val meet = Meet(if (parameters.echoAll) requesters else repliers)
    requesters.foreach(_ ! meet)

    private def spawnRequester(number: Int): Address = {
      val requester = exchange.requester(number)
      val replier = if (parameters.echoAll) exchange.replier(number) else null
      if (parameters.openLoop) run.spawnTimed(new Agent(_, requester, replier, self))
      else run.spawn(new Agent(_, requester, replier, self))
    }

    override def apply(message: AnyRef): Unit = message match {
      case Done =>
        if (exchange.end()) run.end(exchange.report)
      case Ready =>
        awaited -= 1
        if (awaited == 0) {
          val begin = Begin(run.startClock())
          requesters.foreach(_ ! begin)
        }
    }
  }

  /** Requests, replies, or does both: the part that it does not play is null. */
  private final class Agent(
      self: Address,
      requester: RoundTrips#Requester,
      replier: RoundTrips#Replier,
      controller: Address)
      extends Timed {
    private var repliers: Array[Address] = _

    /** The next request is not due yet. */
    private var early = false

    controller ! Ready

    override def millis: Long = if (early) requester.millisUntilDue max 1 else 0

    override def apply(message: AnyRef): Unit = {
      message match {
        case Request(from, number, address) =>
          replier.handle(from, number)
          address ! Reply(replier.number, number)
        case Reply(from, _) =>
          if (requester.add(from)) controller ! Done else request()
        case Begin(nanos) =>
          requester.begin(nanos)
          request()
        case Meet(all) =>
          repliers = all
        case TIMEOUT =>
      }
      if (early) request()
    }

    /** Sends the next request, if it is due. */
    private def request(): Unit = {
      early = requester.nanosUntilDue > 0
      if (!early)
        repliers(requester.replier) ! Request(requester.number, requester.request, self)
    }
  }
}
