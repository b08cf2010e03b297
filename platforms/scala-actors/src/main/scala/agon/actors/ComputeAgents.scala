package agon.actors

import agon.actors.Host.{Address, Handler}
import agon.harness.{Arguments, Iteration, Workload}
import agon.workload.Compute

/** Agents compute, each for itself. */
final class ComputeAgents(arguments: Arguments) extends Workload {
  import ComputeAgents._

  private val parameters = Compute.of(arguments)
  private val host = new Host(arguments)

  override def iterate(index: Int): Iteration =
    host.run(run => new Controller(_, parameters, run))

  override def close(): Unit = host.close()
}

object ComputeAgents {
  private case object Ready
  private case object Begin
  private final case class Done(result: Compute.Result)

  /** Makes the agents, starts them, and collects their results. */
  private final class Controller(self: Address, parameters: Compute, run: Host#Run)
      extends Handler {
    private val results = new Compute.Results(parameters)
    private val agents = for (number <- 1 to parameters.agents)
      yield run.spawn(_ => new Agent(number, parameters, self))
    private var ready = 0

    override def apply(message: AnyRef): Unit = message match {
      case Done(result) =>
        if (results.add(result)) run.end(results.report)
      case Ready =>
        ready += 1
        if (ready == agents.size) {
          run.startClock()
          agents.foreach(_ ! Begin)
        }
    }
  }

  /** Does its steps when it is started; numbered from 1. */
  private final class Agent(number: Int, parameters: Compute, controller: Address)
      extends Handler {
    controller ! Ready

    override def apply(message: AnyRef): Unit = message match {
      case Begin => controller ! Done(parameters.run(number))
    }
  }
}
