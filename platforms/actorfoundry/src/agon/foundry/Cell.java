package agon.foundry;

import agon.workload.GridSwap;
import osl.manager.ActorName;
import osl.manager.annotations.message;

/** The agent of one cell. */
public class Cell extends Member {
  private static final long serialVersionUID = 1;

  private final ActorName controller;
  private final transient GridSwap.Cell cell;

  public Cell(Integer number, ActorName controller) {
    this.controller = controller;
    cell = SwapGrid.parameters.new Cell(number);
  }

  @message
  public void start() {
    ask();
  }

  @message
  public void request(Integer state, ActorName from) {
    if (cell.accepts()) {
      post(from, "accept", cell.accept(state));
      ask();
    } else {
      post(from, "refuse");
    }
  }

  @message
  public void accept(Integer state) {
    if (cell.accepted(state)) {
      post(controller, "finished");
    }
    reportIfClosed();
  }

  @message
  public void refuse() {
    if (cell.refused()) {
      ask();
    }
    reportIfClosed();
  }

  @message
  public void stop() {
    cell.stop();
    reportIfClosed();
  }

  private void ask() {
    post(SwapGrid.cells[cell.request()], "request", cell.state(), self());
  }

  private void reportIfClosed() {
    if (cell.closed()) {
      GridSwap.Account account = cell.account();
      post(
          controller,
          "closed",
          account.cell(),
          account.requested(),
          account.accepted(),
          account.refused(),
          account.state());
    }
  }
}
