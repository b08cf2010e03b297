package agon.actors

import agon.harness.{Arguments, Iteration, Report}
import java.util.concurrent.{CountDownLatch, Executors}
import scala.actors.{Actor, IScheduler, OutputChannel, Reactor}
import scala.actors.scheduler.{ExecutorScheduler, ForkJoinScheduler}
import scala.concurrent.{Await, Promise}
import scala.concurrent.duration.Duration

/** The schedulers of one process, which outlive the actors of its iterations. */
final class Host(arguments: Arguments) extends AutoCloseable {
  import Host._

  private val blocking = arguments.variant("react", "receive") == "receive"
  private val threadEach = ExecutorScheduler(Executors.newCachedThreadPool(), false)
  private val scheduler = if (blocking) threadEach else pool(arguments.threads)

  /**
   * Runs one iteration. `lead` makes its first actor, which spawns the others; when it has ended the
   * run, all are stopped.
   */
  def run(lead: Run => Address => Handler): Iteration = {
    val run = new Run
    run.spawn(lead(run))
    val iteration = Await.result(run.outcome.future, Duration.Inf)
    run.stop()
    iteration
  }

  override def close(): Unit = threadEach.shutdown()

  /** The actors of one iteration. Whatever goes wrong in any of them fails the run. */
  final class Run {
    private[Host] val outcome = Promise[Iteration]()
    private var actors = List.empty[Address]
    private var begun = 0L

    /** Starts an actor, which makes its handler of messages itself. */
    def spawn(setup: Address => Handler): Address =
      start(if (blocking) new Receiving(setup) else new Reacting(setup))

    /** Starts an actor that may wait for a limited time only. */
    def spawnTimed(setup: Address => Timed): Address =
      start(if (blocking) new ReceivingWithin(setup) else new ReactingWithin(setup))

    private def start(actor: Reactor[_ >: AnyRef] with Address): Address = {
      actor.start()
      synchronized { actors ::= actor }
      actor
    }

    /** Starts an actor that does one thing, on a thread of its own, and ends. */
    def perform(deed: => Unit): Unit = {
      val actor = new Reactor[AnyRef] {
        override def scheduler: IScheduler = threadEach
        override def act(): Unit = guard(deed)
      }
      actor.start()
    }

    /** Starts the clock, at the `System.nanoTime` that it returns. */
    def startClock(): Long = {
      begun = System.nanoTime
      begun
    }

    /** Stops the clock, at `nanos` of `System.nanoTime`, and ends the run. */
    def end(report: => Report, nanos: Long = System.nanoTime): Unit =
      outcome.trySuccess(new Iteration(nanos - begun, report))

    private[Host] def stop(): Unit = {
      val stopped = new CountDownLatch(actors.size)
      actors.foreach(_ ! Stop(stopped))
      stopped.await()
    }

    private def guard[T](deed: => T): Option[T] =
      try Some(deed)
      catch {
        case failure: Throwable =>
          outcome.tryFailure(failure)
          None
      }

    private final class Reacting(setup: Address => Handler) extends Reactor[AnyRef] {
      override def scheduler: IScheduler = Host.this.scheduler

      override def act(): Unit = guard(setup(this)).foreach(serve)

      private def serve(handle: Handler): Unit = react {
        case Stop(stopped) =>
          stopped.countDown()
        case message =>
          guard(handle(message))
          serve(handle)
      }
    }

    private final class Receiving(setup: Address => Handler) extends Actor {
      override def scheduler: IScheduler = Host.this.scheduler

      override def act(): Unit = guard(setup(this)).foreach(serve)

      private def serve(handle: Handler): Unit = {
        var living = true
        while (living) receive {
          case Stop(stopped) =>
            stopped.countDown()
            living = false
          case message: AnyRef =>
            guard(handle(message))
        }
      }
    }

    /** As `Reacting`, but an `Actor`: a `Reactor` has no `reactWithin`. */
    private final class ReactingWithin(setup: Address => Timed) extends Actor {
      override def scheduler: IScheduler = Host.this.scheduler

      override def act(): Unit = guard(setup(this)).foreach(serve)

      private def serve(handle: Timed): Unit = {
        val onMessage: PartialFunction[Any, Unit] = {
          case Stop(stopped) =>
            stopped.countDown()
          case message: AnyRef =>
            guard(handle(message))
            serve(handle)
        }
        val millis = handle.millis
        if (millis > 0) reactWithin(millis)(onMessage) else react(onMessage)
      }
    }

    private final class ReceivingWithin(setup: Address => Timed) extends Actor {
      override def scheduler: IScheduler = Host.this.scheduler

      override def act(): Unit = guard(setup(this)).foreach(serve)

      private def serve(handle: Timed): Unit = {
        var living = true
        val onMessage: PartialFunction[Any, Unit] = {
          case Stop(stopped) =>
            stopped.countDown()
            living = false
          case message: AnyRef =>
            guard(handle(message))
        }
        while (living) {
          val millis = handle.millis
          if (millis > 0) receiveWithin(millis)(onMessage) else receive(onMessage)
        }
      }
    }
  }
}

object Host {
  type Address = OutputChannel[AnyRef]
  type Handler = AnyRef => Unit

  /** A handler to which `TIMEOUT` comes when nothing else has come in time. */
  trait Timed extends Handler {
    /** How long to wait for the next message; 0: for as long as it takes. */
    def millis: Long
  }

  private final case class Stop(stopped: CountDownLatch)

  private def pool(threads: Int): IScheduler = {
    val pool = new ForkJoinScheduler(threads, threads, true, false)
    pool.start()
    // The scheduler ends with its last actor: this one keeps it for the next iteration.
    new Reactor[AnyRef] {
      override def scheduler: IScheduler = pool
      override def act(): Unit = react { case _ => }
    }.start()
    pool
  }
}
