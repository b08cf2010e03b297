package agon.kilim;

import agon.harness.Arguments;
import agon.harness.Iteration;
import agon.harness.Outcome;
import agon.harness.Samples;
import agon.harness.Workload;
import agon.workload.GridSwap;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import kilim.Mailbox;
import kilim.Pausable;
import kilim.Task;

/** Cells of a grid swap their states with others at random. */
final class SwapGrid implements Workload {
  private final GridSwap parameters;
  private final Samples samples;
  private final Host host;

  SwapGrid(Arguments arguments) throws IOException {
    parameters = new GridSwap(arguments);
    samples = GridSwap.openSamples(arguments);
    host = new Host(arguments, arguments.variant("affine", "fork-join"));
  }

  @Override
  public Iteration iterate(int index) throws Exception {
    List<Mailbox<CellMessage>> cells =
        Stream.generate(Mailbox<CellMessage>::new).limit(parameters.cells()).toList();
    Mailbox<ControllerMessage> reports = new Mailbox<>();
    for (int number = 0; number < cells.size(); number++) {
      host.start(new Cell(parameters.new Cell(number), cells.get(number), cells, reports));
    }
    GridSwap.Grid grid = parameters.new Grid();
    int[] active = parameters.active();
    Iteration iteration =
        host.perform(outcome -> new Controller(grid, active, cells, reports, outcome));
    grid.writeTo(samples, index);
    return iteration;
  }

  @Override
  public void close() throws IOException {
    samples.close();
    host.close();
  }

  private interface CellMessage {}

  private record Request(int state, Mailbox<CellMessage> from) implements CellMessage {}

  private record Accept(int state) implements CellMessage {}

  private enum Order implements CellMessage {
    START,
    REFUSE,
    STOP
  }

  private interface ControllerMessage {}

  private enum Ended implements ControllerMessage {
    INSTANCE
  }

  private record Stopped(GridSwap.Account account) implements ControllerMessage {}

  private static final class Cell extends Task<Void> {
    private final GridSwap.Cell cell;
    private final Mailbox<CellMessage> mailbox;
    private final List<Mailbox<CellMessage>> cells;
    private final Mailbox<ControllerMessage> controller;

    Cell(
        GridSwap.Cell cell,
        Mailbox<CellMessage> mailbox,
        List<Mailbox<CellMessage>> cells,
        Mailbox<ControllerMessage> controller) {
      this.cell = cell;
      this.mailbox = mailbox;
      this.cells = cells;
      this.controller = controller;
    }

    @Override
    public void execute() throws Pausable {
      while (true) {
        handle(mailbox.get());
      }
    }

    private void handle(CellMessage message) {
      if (message instanceof Request request) {
        onRequest(request);
      } else if (message instanceof Accept accept) {
        if (cell.accepted(accept.state)) {
          controller.putnb(Ended.INSTANCE);
        }
        reportIfClosed();
      } else if (message == Order.REFUSE) {
        if (cell.refused()) {
          request();
        } else {
          reportIfClosed();
        }
      } else if (message == Order.START) {
        request();
      } else {
        cell.stop();
        reportIfClosed();
      }
    }

    private void onRequest(Request request) {
      if (cell.accepts()) {
        request.from.putnb(new Accept(cell.accept(request.state)));
        request();
      } else {
        request.from.putnb(Order.REFUSE);
      }
    }

    private void request() {
      cells.get(cell.request()).putnb(new Request(cell.state(), mailbox));
    }

    private void reportIfClosed() {
      if (cell.closed()) {
        controller.putnb(new Stopped(cell.account()));
      }
    }
  }

  /** Stops all cells when the first has ended, and collects their accounts. */
  private static final class Controller extends Task<Void> {
    private final GridSwap.Grid grid;
    private final int[] active;
    private final List<Mailbox<CellMessage>> cells;
    private final Mailbox<ControllerMessage> reports;
    private final Outcome outcome;

    Controller(
        GridSwap.Grid grid,
        int[] active,
        List<Mailbox<CellMessage>> cells,
        Mailbox<ControllerMessage> reports,
        Outcome outcome) {
      this.grid = grid;
      this.active = active;
      this.cells = cells;
      this.reports = reports;
      this.outcome = outcome;
    }

    @Override
    public void execute() throws Pausable {
      outcome.startClock();
      for (int cell : active) {
        cells.get(cell).putnb(Order.START);
      }
      boolean last = false;
      while (!last) {
        ControllerMessage message = reports.get();
        if (message instanceof Stopped stopped) {
          last = grid.add(stopped.account);
        } else if (grid.end()) {
          for (Mailbox<CellMessage> cell : cells) {
            cell.putnb(Order.STOP);
          }
        }
      }
      outcome.end(grid::report);
    }
  }
}
