package agon.jetlang;

import agon.harness.Arguments;
import agon.harness.Iteration;
import agon.harness.Outcome;
import agon.harness.Samples;
import agon.harness.Workload;
import agon.workload.GridSwap;
import java.io.IOException;
import java.io.Serializable;
import java.util.List;
import org.jetlang.channels.Channel;
import org.jetlang.channels.Publisher;
import org.jetlang.fibers.Fiber;

/** Cells of a grid swap their states with others at random. */
final class SwapGrid implements Workload {
  private final GridSwap parameters;
  private final Samples samples;
  private final Host host;

  SwapGrid(Arguments arguments) throws IOException {
    host = Host.of(arguments.variant("pool", "thread", "pool-safe"), arguments);
    parameters = new GridSwap(arguments);
    samples = GridSwap.openSamples(arguments);
  }

  @Override
  public Iteration iterate(int index) throws Exception {
    GridSwap.Grid grid = parameters.new Grid();
    try (Troupe troupe = new Troupe(host)) {
      List<Channel<CellMessage>> cells = troupe.channels(parameters.cells());
      Channel<ControllerMessage> reports = troupe.channel();
      for (int number = 0; number < cells.size(); number++) {
        Cell cell = new Cell(number, parameters.new Cell(number), cells, reports);
        cells.get(number).subscribe(troupe.fiber(), cell::onMessage);
      }
      Fiber controller = troupe.fiber();
      reports.subscribe(controller, new Controller(grid, cells, troupe.outcome())::onMessage);
      Iteration iteration =
          troupe.perform(
              controller,
              () -> {
                for (int cell : parameters.active()) {
                  cells.get(cell).publish(Order.START);
                }
              });
      grid.writeTo(samples, index);
      return iteration;
    }
  }

  @Override
  public void close() throws IOException {
    samples.close();
    host.close();
  }

  private interface CellMessage extends Serializable {}

  private record Request(int from, int state) implements CellMessage {}

  private record Accept(int state) implements CellMessage {}

  private enum Refuse implements CellMessage {
    INSTANCE
  }

  private enum Order implements CellMessage {
    START,
    STOP
  }

  private interface ControllerMessage extends Serializable {}

  private enum Ended implements ControllerMessage {
    INSTANCE
  }

  private record Stopped(GridSwap.Account account) implements ControllerMessage {}

  private record Cell(
      int number,
      GridSwap.Cell cell,
      List<Channel<CellMessage>> cells,
      Publisher<ControllerMessage> controller) {

    void onMessage(CellMessage message) {
      if (message instanceof Request request) {
        onRequest(request);
      } else if (message instanceof Accept accept) {
        if (cell.accepted(accept.state)) {
          controller.publish(Ended.INSTANCE);
        }
        reportIfClosed();
      } else if (message == Refuse.INSTANCE) {
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
      Publisher<CellMessage> from = cells.get(request.from);
      if (cell.accepts()) {
        from.publish(new Accept(cell.accept(request.state)));
        request();
      } else {
        from.publish(Refuse.INSTANCE);
      }
    }

    private void request() {
      cells.get(cell.request()).publish(new Request(number, cell.state()));
    }

    private void reportIfClosed() {
      if (cell.closed()) {
        controller.publish(new Stopped(cell.account()));
      }
    }
  }

  /** Stops all cells when the first has ended, and collects their accounts. */
  private record Controller(GridSwap.Grid grid, List<Channel<CellMessage>> cells, Outcome outcome) {

    void onMessage(ControllerMessage message) {
      if (message instanceof Stopped stopped) {
        if (grid.add(stopped.account)) {
          outcome.end(grid::report);
        }
      } else if (grid.end()) {
        cells.forEach(cell -> cell.publish(Order.STOP));
      }
    }
  }
}
