package agon.actors

import agon.actors.Host.{Address, Handler}
import agon.harness.{Arguments, Iteration, Workload}
import agon.workload.Pipeline

/** Strings pass three stages, each of which makes new ones of them. */
final class StringPipeline(arguments: Arguments) extends Workload {
  import StringPipeline._

  private val parameters = Pipeline.of(arguments)
  private val host = new Host(arguments)

  override def iterate(index: Int): Iteration = {
    val stages = new Pipeline.Stages(parameters)
    try host.run(run => new Driver(_, parameters, stages, run))
    finally stages.close()
  }

  override def close(): Unit = host.close()
}

object StringPipeline {
  private case object Ready
  private final case class Task(text: String)
  private case object End

  /** The last stage has ended, at that time of `System.nanoTime`. */
  private final case class Ended(nanos: Long)

  /** Builds the stages and sends the first one all tasks. */
  private final class Driver(
      self: Address, parameters: Pipeline, stages: Pipeline.Stages, run: Host#Run)
      extends Handler {
    private val requests = parameters.requests
    private val write = run.spawn(_ => new Stage(stages.write, None, self))
    private val index = run.spawn(_ => new Stage(stages.index, Some(write), self))
    private val download = run.spawn(_ => new Stage(stages.download, Some(index), self))
    private var ready = 0

    override def apply(message: AnyRef): Unit = message match {
      case Ready =>
        ready += 1
        if (ready == 3) {
          run.startClock()
          val each = requests.iterator
          while (each.hasNext) download ! Task(each.next())
          download ! End
        }
      case Ended(nanos) =>
        run.end(stages.report, nanos)
    }
  }

  /** One stage; the last has no next one. */
  private final class Stage(work: Pipeline.Stage, next: Option[Address], driver: Address)
      extends Handler {
    driver ! Ready

    override def apply(message: AnyRef): Unit = message match {
      case Task(text) =>
        val made = work.make(text)
        next.foreach(_ ! Task(made))
      case End =>
        work.end()
        next match {
          case Some(stage) => stage ! End
          case None => driver ! Ended(System.nanoTime)
        }
    }
  }
}
