package agon.actors

import agon.actors.Host.{Address, Handler}
import agon.harness.{Arguments, Iteration, Workload}
import agon.workload.GridSwap

/** Cells of a grid swap their states with others at random. */
final class SwapGrid(arguments: Arguments) extends Workload {
  import SwapGrid._

  private val parameters = new GridSwap(arguments)
  private val samples = GridSwap.openSamples(arguments)
  private val host = new Host(arguments)

  override def iterate(index: Int): Iteration = {
    val grid = new parameters.Grid
    val iteration = host.run(run => new Controller(_, parameters, grid, run))
    grid.writeTo(samples, index)
    iteration
  }

  override def close(): Unit = {
    samples.close()
    host.close()
  }
}

object SwapGrid {
  private case object Ready

  /** All cells, in their order. */
  private final case class Meet(cells: Array[Address])
  private case object Start
  private final case class Request(state: Int, from: Address)
  private final case class Accept(state: Int)
  private case object Refuse
  private case object Finished
  private case object End
  private final case class Closed(account: GridSwap.Account)

  /** Makes the cells, starts the active ones, and stops all when the first has finished. */
  private final class Controller(
      self: Address, parameters: GridSwap, grid: GridSwap#Grid, run: Host#Run)
      extends Handler {
    private val cells = Array.tabulate(parameters.cells) { number =>
      val cell = new parameters.Cell(number)
      run.spawn(new Cell(_, cell, self))
    }
    private var ready = 0

    cells.foreach(_ ! Meet(cells))

    override def apply(message: AnyRef): Unit = message match {
      case Ready =>
        ready += 1
        if (ready == cells.length) {
          run.startClock()
          for (cell <- parameters.active) cells(cell) ! Start
        }
      case Finished =>
        if (grid.end()) cells.foreach(_ ! End)
      case Closed(account) =>
        if (grid.add(account)) run.end(grid.report)
    }
  }

  /** The agent of one cell. */
  private final class Cell(self: Address, cell: GridSwap#Cell, controller: Address) extends Handler {
    private var cells: Array[Address] = _

    override def apply(message: AnyRef): Unit = message match {
      case Request(state, from) =>
        if (cell.accepts) {
          from ! Accept(cell.accept(state))
          request()
        } else {
          from ! Refuse
        }
      case Refuse =>
        if (cell.refused) request()
        reportIfClosed()
      case Accept(state) =>
        if (cell.accepted(state)) controller ! Finished
        reportIfClosed()
      case Start =>
        request()
      case End =>
        cell.stop()
        reportIfClosed()
      case Meet(all) =>
        cells = all
        controller ! Ready
    }

    private def request(): Unit = {
      val other = cell.request()
      cells(other) ! Request(cell.state, self)
    }

    private def reportIfClosed(): Unit = if (cell.closed) controller ! Closed(cell.account)
  }
}
