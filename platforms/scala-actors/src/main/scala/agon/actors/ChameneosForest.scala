package agon.actors

import agon.actors.Host.{Address, Handler}
import agon.harness.{Arguments, Iteration, Workload}
import agon.workload.{Chameneos, Colour}

// agon: begin harness
/** Creatures meet in pairs at a broker's, and change colour. */
final class ChameneosForest(arguments: Arguments) extends Workload {
  import ChameneosForest._

  private val parameters = Chameneos.of(arguments)
  private val host = new Host(arguments)

  override def iterate(index: Int): Iteration = host.run(run => new Forest(_, parameters, run))

  override def close(): Unit = host.close()
}
// agon: end

object ChameneosForest {
  private case object Ready
  private final case class Start(broker: Address)
  private final case class Request(creature: Int, colour: Colour, from: Address)
  private final case class Meet(creature: Int, colour: Colour)
  private case object TurnAway
  private final case class TurnedAway(diary: Chameneos.Diary)

  /** Peoples the forest and waits until all creatures have been turned away. */
  private final class Forest(self: Address, parameters: Chameneos, run: Host#Run) extends Handler {
    private val diaries = new Chameneos.Diaries(parameters)
    private val broker = run.spawn(_ => new Broker(parameters.meetings, self))
    private val creatures = for (number <- 1 to parameters.creatures) yield {
      val diary = new Chameneos.Diary(number, parameters.witness)
      run.spawn(new Creature(_, diary, self))
    }
    private var ready = 0

    override def apply(message: AnyRef): Unit = message match {
      case Ready =>
        ready += 1
        if (ready == creatures.size + 1) {
          run.startClock()
          creatures.foreach(_ ! Start(broker))
        }
      case TurnedAway(diary) =>
        if (diaries.add(diary)) run.end(diaries.report)
    }
  }

  /** Pairs the creatures in the order of their requests. */
  private final class Broker(meetings: Int, forest: Address) extends Handler {
    private var left = meetings
    private var waiting: Request = _

    forest ! Ready

    override def apply(message: AnyRef): Unit = message match {
      case request: Request =>
        if (left == 0) {
          request.from ! TurnAway
        } else if (waiting == null) {
          waiting = request
        } else {
          request.from ! Meet(waiting.creature, waiting.colour)
          waiting.from ! Meet(request.creature, request.colour)
          waiting = null
          left -= 1
        }
    }
  }

  private final class Creature(self: Address, diary: Chameneos.Diary, forest: Address)
      extends Handler {
    private var broker: Address = _

    forest ! Ready

    override def apply(message: AnyRef): Unit = message match {
      case Meet(creature, colour) =>
        diary.meet(creature, colour)
        request()
      case Start(address) =>
        broker = address
        request()
      case TurnAway =>
        forest ! TurnedAway(diary)
    }

    private def request(): Unit = broker ! Request(diary.creature, diary.colour, self)
  }
}
