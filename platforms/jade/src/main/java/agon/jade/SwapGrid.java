package agon.jade;

import agon.harness.Arguments;
import agon.harness.Iteration;
import agon.harness.Samples;
import agon.harness.Workload;
import agon.workload.GridSwap;
import jade.core.AID;
import jade.lang.acl.ACLMessage;
import java.io.IOException;

/** Cells of a grid swap their states with others at random. */
final class SwapGrid implements Workload {
  private final GridSwap parameters;
  private final Samples samples;
  private final Container container;

  SwapGrid(Arguments arguments) throws IOException {
    arguments.variant("default");
    parameters = new GridSwap(arguments);
    samples = GridSwap.openSamples(arguments);
    container = new Container();
  }

  @Override
  public Iteration iterate(int index) throws Exception {
    GridSwap.Grid grid = parameters.new Grid();
    Iteration iteration =
        Run.perform(container, index, run -> new Controller(run, parameters, grid));
    grid.writeTo(samples, index);
    return iteration;
  }

  @Override
  public void close() throws IOException {
    samples.close();
    container.close();
  }

  /** Makes the cells, starts the active ones, and stops all when the first has finished. */
  private static final class Controller extends Member {
    private final Run run;
    private final GridSwap parameters;
    private final GridSwap.Grid grid;
    private final AID[] cells;
    private int ready;

    Controller(Run run, GridSwap parameters, GridSwap.Grid grid) {
      super(run);
      this.run = run;
      this.parameters = parameters;
      this.grid = grid;
      cells = new AID[parameters.cells()];
    }

    @Override
    void begin() {
      for (int i = 0; i < cells.length; i++) {
        cells[i] = run.address("cell-" + i);
      }
      for (int i = 0; i < cells.length; i++) {
        run.start("cell-" + i, new Cell(run, parameters.new Cell(i), cells, getAID()));
      }
    }

    @Override
    void onMessage(ACLMessage message) {
      switch (message.getPerformative()) {
        case ACLMessage.CONFIRM -> ready();
        case ACLMessage.REQUEST -> {
          if (grid.end()) {
            sendAll(ACLMessage.CANCEL);
          }
        }
        default -> {
          if (grid.add(account(numbers(message)))) {
            run.end(grid::report);
          }
        }
      }
    }

    private void ready() {
      if (++ready == cells.length) {
        run.startClock();
        for (int cell : parameters.active()) {
          send(cells[cell], ACLMessage.REQUEST);
        }
      }
    }

    private void sendAll(int performative) {
      for (AID cell : cells) {
        send(cell, performative);
      }
    }

    private static GridSwap.Account account(long[] numbers) {
      return new GridSwap.Account(
          (int) numbers[0], (int) numbers[1], (int) numbers[2], (int) numbers[3], (int) numbers[4]);
    }
  }

  /** The agent of one cell. */
  private static final class Cell extends Member {
    private final GridSwap.Cell cell;
    private final AID[] cells;
    private final AID controller;

    Cell(Run run, GridSwap.Cell cell, AID[] cells, AID controller) {
      super(run);
      this.cell = cell;
      this.cells = cells;
      this.controller = controller;
    }

    @Override
    void begin() {
      send(controller, ACLMessage.CONFIRM);
    }

    @Override
    void onMessage(ACLMessage message) {
      switch (message.getPerformative()) {
        case ACLMessage.PROPOSE -> onProposal(message);
        case ACLMessage.REJECT_PROPOSAL -> {
          if (cell.refused()) {
            propose();
          }
          reportIfClosed();
        }
        case ACLMessage.ACCEPT_PROPOSAL -> {
          if (cell.accepted((int) numbers(message)[0])) {
            send(controller, ACLMessage.REQUEST);
          }
          reportIfClosed();
        }
        case ACLMessage.REQUEST -> propose();
        default -> {
          cell.stop();
          reportIfClosed();
        }
      }
    }

    private void onProposal(ACLMessage message) {
      if (cell.accepts()) {
        int old = cell.accept((int) numbers(message)[0]);
        send(message.getSender(), ACLMessage.ACCEPT_PROPOSAL, words(old));
        propose();
      } else {
        send(message.getSender(), ACLMessage.REJECT_PROPOSAL);
      }
    }

    private void propose() {
      int other = cell.request();
      send(cells[other], ACLMessage.PROPOSE, words(cell.state()));
    }

    private void reportIfClosed() {
      if (cell.closed()) {
        GridSwap.Account account = cell.account();
        send(
            controller,
            ACLMessage.INFORM,
            words(
                account.cell(),
                account.requested(),
                account.accepted(),
                account.refused(),
                account.state()));
      }
    }
  }
}
