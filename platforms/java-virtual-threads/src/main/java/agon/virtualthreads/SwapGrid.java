package agon.virtualthreads;

import agon.harness.Arguments;
import agon.harness.Iteration;
import agon.harness.Outcome;
import agon.harness.Samples;
import agon.harness.Workload;
import agon.workload.GridSwap;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;

/** Cells of a grid swap their states with others at random. */
final class SwapGrid implements Workload {
  private final GridSwap parameters;
  private final Samples samples;

  SwapGrid(Arguments arguments) throws IOException {
    parameters = new GridSwap(arguments);
    samples = GridSwap.openSamples(arguments);
    arguments.variant("default");
  }

  @Override
  public Iteration iterate(int index) throws Exception {
    List<Mailbox<CellMessage>> cells =
        Stream.generate(Mailbox<CellMessage>::new).limit(parameters.cells()).toList();
    Mailbox<ControllerMessage> reports = new Mailbox<>();
    GridSwap.Grid grid = parameters.new Grid();
    int[] active = parameters.active();
    try (Host host = new Host()) {
      for (int number = 0; number < cells.size(); number++) {
        host.start(new Cell(parameters.new Cell(number), cells.get(number), cells, reports));
      }
      Iteration iteration =
          host.perform(outcome -> new Controller(grid, active, cells, reports, outcome));
      grid.writeTo(samples, index);
      return iteration;
    }
  }

  @Override
  public void close() throws IOException {
    samples.close();
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

  private record Cell(
      GridSwap.Cell cell,
      Mailbox<CellMessage> mailbox,
      List<Mailbox<CellMessage>> cells,
      Mailbox<ControllerMessage> controller)
      implements Actor {
    @Override
    public void act() throws InterruptedException {
      while (true) {
        handle(mailbox.get());
      }
    }

    private void handle(CellMessage message) {
      if (message instanceof Request request) {
        onRequest(request);
      } else if (message instanceof Accept accept) {
        if (cell.accepted(accept.state)) {
          controller.put(Ended.INSTANCE);
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
        request.from.put(new Accept(cell.accept(request.state)));
        request();
      } else {
        request.from.put(Order.REFUSE);
      }
    }

    private void request() {
      cells.get(cell.request()).put(new Request(cell.state(), mailbox));
    }

    private void reportIfClosed() {
      if (cell.closed()) {
        controller.put(new Stopped(cell.account()));
      }
    }
  }

  /** Stops all cells when the first has ended, and collects their accounts. */
  private record Controller(
      GridSwap.Grid grid,
      int[] active,
      List<Mailbox<CellMessage>> cells,
      Mailbox<ControllerMessage> reports,
      Outcome outcome)
      implements Actor {
    @Override
    public void act() throws InterruptedException {
      outcome.startClock();
      for (int cell : active) {
        cells.get(cell).put(Order.START);
      }
      boolean last = false;
      while (!last) {
        ControllerMessage message = reports.get();
        if (message instanceof Stopped stopped) {
          last = grid.add(stopped.account);
        } else if (grid.end()) {
          for (Mailbox<CellMessage> cell : cells) {
            cell.put(Order.STOP);
          }
        }
      }
      outcome.end(grid::report);
    }
  }
}
