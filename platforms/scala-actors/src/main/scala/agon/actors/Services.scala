package agon.actors

import agon.actors.Host.{Address, Handler}
import agon.harness.{Arguments, Iteration, Workload}
import agon.workload.ServiceRounds

/** A client asks a coordinator, which has a retriever and a printer do the work, round by round. */
final class Services(arguments: Arguments) extends Workload {
  import Services._

  private val parameters = ServiceRounds.of(arguments)
  private val host = new Host(arguments)

  override def iterate(index: Int): Iteration = {
    val lines = new ServiceRounds.Lines(parameters)
    try host.run(run => new Client(_, parameters, lines, run))
    finally lines.close()
  }

  override def close(): Unit = host.close()
}

object Services {
  private case object Ready
  private final case class Link(client: Address, retriever: Address, printer: Address)
  private final case class Ask(round: Int, acc: Int)
  private final case class Retrieve(round: Int, acc: Int)
  private final case class Retrieved(datum: Int, acc: Int)
  private final case class Print(round: Int, datum: Int, acc: Int)
  private final case class Printed(acc: Int)
  private final case class Answer(datum: Int, acc: Int)

  /** Spawns the other three, and asks for one round after the other. */
  private final class Client(
      self: Address, parameters: ServiceRounds, lines: ServiceRounds.Lines, run: Host#Run)
      extends Handler {
    private val answers = new ServiceRounds.Answers(parameters)
    private val coordinator = run.spawn(_ => new Coordinator(parameters))
    private val retriever = run.spawn(_ => new Retriever(parameters, coordinator, self))
    private val printer = run.spawn(_ => new Printer(parameters, lines, coordinator, self))
    private var ready = 0

    coordinator ! Link(self, retriever, printer)

    override def apply(message: AnyRef): Unit = message match {
      case Answer(datum, acc) =>
        if (answers.add(datum, acc)) run.end(answers.report) else ask()
      case Ready =>
        ready += 1
        if (ready == 3) {
          run.startClock()
          ask()
        }
    }

    private def ask(): Unit = coordinator ! Ask(answers.nextRound, answers.acc)
  }

  /** Mediates one round at a time. */
  private final class Coordinator(parameters: ServiceRounds) extends Handler {
    private var link: Link = _
    private var round = 0
    private var datum = 0

    override def apply(message: AnyRef): Unit = message match {
      case Ask(number, acc) =>
        round = number
        link.retriever ! Retrieve(round, witness(acc))
      case Retrieved(retrieved, acc) =>
        datum = retrieved
        link.printer ! Print(round, datum, witness(acc))
      case Printed(acc) =>
        link.client ! Answer(datum, witness(acc))
      case others: Link =>
        link = others
        link.client ! Ready
    }

    private def witness(acc: Int) = parameters.witness(acc, ServiceRounds.COORDINATOR)
  }

  private final class Retriever(parameters: ServiceRounds, coordinator: Address, client: Address)
      extends Handler {
    client ! Ready

    override def apply(message: AnyRef): Unit = message match {
      case Retrieve(round, acc) =>
        val datum = ServiceRounds.datum(round)
        coordinator ! Retrieved(datum, parameters.witness(acc, ServiceRounds.RETRIEVER))
    }
  }

  private final class Printer(
      parameters: ServiceRounds, lines: ServiceRounds.Lines, coordinator: Address, client: Address)
      extends Handler {
    client ! Ready

    override def apply(message: AnyRef): Unit = message match {
      case Print(round, datum, acc) =>
        lines.print(round, datum)
        coordinator ! Printed(parameters.witness(acc, ServiceRounds.PRINTER))
    }
  }
}
