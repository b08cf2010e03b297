package agon.typed;

import agon.harness.Arguments;
import agon.harness.Iteration;
import agon.harness.Samples;
import agon.harness.Workload;
import agon.workload.GridSwap;
import akka.actor.NoSerializationVerificationNeeded;
import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/** Cells of a grid swap their states with others at random. */
final class SwapGrid implements Workload {
  private final GridSwap parameters;
  private final Samples samples;
  private final Host host;

  SwapGrid(Arguments arguments) throws IOException {
    parameters = new GridSwap(arguments);
    samples = GridSwap.openSamples(arguments);
    host = new Host(arguments);
  }

  @Override
  public Iteration iterate(int index) throws Exception {
    GridSwap.Grid grid = parameters.new Grid();
    Iteration iteration =
        host.<ControllerMessage>run(
            (context, done) -> new Controller(context, parameters, grid, done));
    grid.writeTo(samples, index);
    return iteration;
  }

  @Override
  public void close() throws IOException {
    samples.close();
    host.close();
  }

  private interface CellMessage {}

  /** All cells, in their order; one list for all, since a copy for each would need their square. */
  private record Meet(List<ActorRef<CellMessage>> cells)
      implements CellMessage, NoSerializationVerificationNeeded {}

  private enum Order implements CellMessage {
    START,
    STOP
  }

  private record Request(int state, ActorRef<CellMessage> from) implements CellMessage {}

  private record Accept(int state) implements CellMessage {}

  private enum Refuse implements CellMessage {
    INSTANCE
  }

  private interface ControllerMessage {}

  private enum Progress implements ControllerMessage {
    READY,
    FINISHED
  }

  private record Closed(GridSwap.Account account) implements ControllerMessage {}

  /** Makes the cells, starts the active ones, and stops all when the first has finished. */
  private static final class Controller extends Leader<ControllerMessage> {
    private final GridSwap parameters;
    private final GridSwap.Grid grid;
    private final List<ActorRef<CellMessage>> cells;
    private int ready;

    Controller(
        ActorContext<ControllerMessage> context,
        GridSwap parameters,
        GridSwap.Grid grid,
        Consumer<Iteration> done) {
      super(context, done);
      this.parameters = parameters;
      this.grid = grid;
      cells = IntStream.range(0, parameters.cells()).mapToObj(this::spawnCell).toList();
      Meet meet = new Meet(cells);
      cells.forEach(cell -> cell.tell(meet));
    }

    private ActorRef<CellMessage> spawnCell(int number) {
      ActorRef<ControllerMessage> controller = getContext().getSelf();
      GridSwap.Cell cell = parameters.new Cell(number);
      return spawn(
          Behaviors.setup(
              self -> Behaviors.receiveMessage(new Cell(self, cell, controller)::onMessage)));
    }

    @Override
    public Receive<ControllerMessage> createReceive() {
      return receiveBuilder()
          .onMessage(Progress.class, this::onProgress)
          .onMessage(Closed.class, this::onClosed)
          .build();
    }

    private Behavior<ControllerMessage> onProgress(Progress progress) {
      if (progress == Progress.FINISHED) {
        if (grid.end()) {
          cells.forEach(cell -> cell.tell(Order.STOP));
        }
      } else if (++ready == cells.size()) {
        startClock();
        for (int cell : parameters.active()) {
          cells.get(cell).tell(Order.START);
        }
      }
      return this;
    }

    private Behavior<ControllerMessage> onClosed(Closed closed) {
      boolean last = grid.add(closed.account);
      return last ? end(elapsedNanos(), grid.report()) : this;
    }
  }

  /** The agent of one cell. */
  private static final class Cell {
    private final ActorRef<CellMessage> self;
    private final GridSwap.Cell cell;
    private final ActorRef<ControllerMessage> controller;
    private List<ActorRef<CellMessage>> cells;

    Cell(
        ActorContext<CellMessage> context,
        GridSwap.Cell cell,
        ActorRef<ControllerMessage> controller) {
      self = context.getSelf();
      this.cell = cell;
      this.controller = controller;
    }

    Behavior<CellMessage> onMessage(CellMessage message) {
      if (message instanceof Request request) {
        onRequest(request);
      } else if (message == Refuse.INSTANCE) {
        if (cell.refused()) {
          request();
        }
        reportIfClosed();
      } else if (message instanceof Accept accept) {
        if (cell.accepted(accept.state)) {
          controller.tell(Progress.FINISHED);
        }
        reportIfClosed();
      } else if (message == Order.START) {
        request();
      } else if (message == Order.STOP) {
        cell.stop();
        reportIfClosed();
      } else {
        cells = ((Meet) message).cells;
        controller.tell(Progress.READY);
      }
      return Behaviors.same();
    }

    private void onRequest(Request request) {
      if (cell.accepts()) {
        request.from.tell(new Accept(cell.accept(request.state)));
        request();
      } else {
        request.from.tell(Refuse.INSTANCE);
      }
    }

    private void request() {
      int other = cell.request();
      cells.get(other).tell(new Request(cell.state(), self));
    }

    private void reportIfClosed() {
      if (cell.closed()) {
        controller.tell(new Closed(cell.account()));
      }
    }
  }
}
