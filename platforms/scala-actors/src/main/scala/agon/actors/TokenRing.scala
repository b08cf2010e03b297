package agon.actors

import agon.actors.Host.{Address, Handler}
import agon.harness.{Arguments, Iteration, Workload}
import agon.workload.Ring

// agon: begin harness
/** Workers pass tokens round a ring. */
final class TokenRing(arguments: Arguments) extends Workload {
  import TokenRing._

  private val ring = Ring.of(arguments)
  private val host = new Host(arguments)

  override def iterate(index: Int): Iteration = host.run(run => new Counter(_, ring, run))

  override def close(): Unit = host.close()
}
// agon: end

object TokenRing {
  private final case class Link(next: Address)
  private case object Linked
  private final case class Token(number: Int, left: Int, acc: Int)
  private final case class Ended(token: Int, worker: Int, acc: Int)

  /** Builds the ring, starts the tokens, and counts those that have ended. */
  private final class Counter(self: Address, ring: Ring, run: Host#Run) extends Handler {
    private val ends = new Ring.Ends(ring)
    private val workers =
      Array.tabulate(ring.workers)(i => run.spawn(_ => new Worker(i + 1, ring.witness, self)))
    private var linked = 0

    for (i <- workers.indices) workers(i) ! Link(workers((i + 1) % workers.length))

    override def apply(message: AnyRef): Unit = message match {
      case Ended(token, worker, acc) =>
        if (ends.add(token, worker, acc)) run.end(ends.report)
      case Linked =>
        linked += 1
        if (linked == workers.length) {
          run.startClock()
          for (token <- 1 to ring.tokens)
            workers(ring.start(token) - 1) ! Token(token, ring.passes, 0)
        }
    }
  }

  /** A ring member, numbered from 1. */
  private final class Worker(number: Int, witness: Boolean, counter: Address) extends Handler {
    private var next: Address = _

    override def apply(message: AnyRef): Unit = message match {
      case Token(token, 0, acc) =>
        counter ! Ended(token, number, acc)
      case Token(token, left, acc) =>
        next ! Token(token, left - 1, if (witness) Ring.witness(acc, number) else 0)
      case Link(neighbour) =>
        next = neighbour
        counter ! Linked
    }
  }
}
