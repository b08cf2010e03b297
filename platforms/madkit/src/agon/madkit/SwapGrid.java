package agon.madkit;

import agon.harness.Arguments;
import agon.harness.Iteration;
import agon.harness.Samples;
import agon.harness.Workload;
import agon.workload.GridSwap;
import java.io.IOException;
import java.util.function.Supplier;
import madkit.kernel.AgentAddress;
import madkit.kernel.Message;

/** Cells of a grid swap their states with others at random; each is an agent with its thread. */
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
    Iteration iteration = host.run(new Controller("grid-" + index, parameters, grid));
    grid.writeTo(samples, index);
    return iteration;
  }

  @Override
  public void close() throws IOException {
    samples.close();
    host.close();
  }

  private enum Kind {
    START,
    REQUEST,
    ACCEPT,
    REFUSE,
    FINISHED,
    STOP
  }

  private static final class Note extends Message {
    private static final long serialVersionUID = 1;

    private final Kind kind;
    private final int state;

    Note(Kind kind, int state) {
      this.kind = kind;
      this.state = state;
    }
  }

  /** What a cell that has stopped reports to the controller. */
  private static final class Closed extends Message {
    private static final long serialVersionUID = 1;

    private final transient GridSwap.Account account;

    Closed(GridSwap.Account account) {
      this.account = account;
    }
  }

  /** Launches the cells, starts the active ones, and stops all when the first has finished. */
  private static final class Controller extends Host.Leader {
    private final GridSwap parameters;
    private final GridSwap.Grid grid;

    Controller(String group, GridSwap parameters, GridSwap.Grid grid) {
      super(group);
      this.parameters = parameters;
      this.grid = grid;
    }

    @Override
    Iteration lead() {
      AgentAddress[] cells = new AgentAddress[parameters.cells()];
      for (int number = 0; number < cells.length; number++) {
        Cell cell = new Cell(group(), parameters.new Cell(number), cells, address());
        launchAgent(cell);
        cells[number] = cell.address();
      }
      long start = System.nanoTime();
      for (int cell : parameters.active()) {
        sendMessage(cells[cell], new Note(Kind.START, 0));
      }
      boolean last = false;
      while (!last) {
        if (waitNextMessage() instanceof Closed closed) {
          last = grid.add(closed.account);
        } else if (grid.end()) {
          sendAll(cells, () -> new Note(Kind.STOP, 0));
        }
      }
      long elapsed = System.nanoTime() - start;
      sendAll(cells, Host.Stop::new);
      return new Iteration(elapsed, grid.report());
    }

    private void sendAll(AgentAddress[] cells, Supplier<Message> message) {
      for (AgentAddress cell : cells) {
        sendMessage(cell, message.get());
      }
    }
  }

  /** The agent of one cell. Stopped, it still refuses requests until the iteration is over. */
  private static final class Cell extends Host.Member {
    private final GridSwap.Cell cell;
    private final AgentAddress[] cells;
    private final AgentAddress controller;

    Cell(String group, GridSwap.Cell cell, AgentAddress[] cells, AgentAddress controller) {
      super(group);
      this.cell = cell;
      this.cells = cells;
      this.controller = controller;
    }

    @Override
    protected void live() {
      for (Message next = waitNextMessage(); next instanceof Note note; next = waitNextMessage()) {
        handle(note);
      }
    }

    private void handle(Note note) {
      switch (note.kind) {
        case START -> request();
        case REQUEST -> answer(note);
        case ACCEPT -> {
          if (cell.accepted(note.state)) {
            sendMessage(controller, new Note(Kind.FINISHED, 0));
          }
          reportIfClosed();
        }
        case REFUSE -> {
          if (cell.refused()) {
            request();
          }
          reportIfClosed();
        }
        default -> {
          cell.stop();
          reportIfClosed();
        }
      }
    }

    private void answer(Note request) {
      AgentAddress from = request.getSender();
      if (cell.accepts()) {
        sendMessage(from, new Note(Kind.ACCEPT, cell.accept(request.state)));
        request();
      } else {
        sendMessage(from, new Note(Kind.REFUSE, 0));
      }
    }

    private void request() {
      sendMessage(cells[cell.request()], new Note(Kind.REQUEST, cell.state()));
    }

    private void reportIfClosed() {
      if (cell.closed()) {
        sendMessage(controller, new Closed(cell.account()));
      }
    }
  }
}
