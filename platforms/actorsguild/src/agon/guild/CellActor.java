package agon.guild;

import agon.workload.GridSwap;
import org.actorsguildframework.Actor;
import org.actorsguildframework.AsyncResult;
import org.actorsguildframework.annotations.Message;

/**
 * The agent of one cell. An answer is a message of its own, not a request's result: an actor that
 * waited for a result could refuse no other request meanwhile.
 */
public class CellActor extends Actor {
  private GridSwap.Cell cell;
  private CellActor[] cells;
  private ControllerActor controller;

  /** No message: called before the first one is sent. */
  void wire(GridSwap.Cell cell, CellActor[] cells, ControllerActor controller) {
    this.cell = cell;
    this.cells = cells;
    this.controller = controller;
  }

  @Message
  public AsyncResult<Void> start() {
    ask();
    return noResult();
  }

  @Message
  public AsyncResult<Void> request(int state, CellActor from) {
    if (cell.accepts()) {
      from.accept(cell.accept(state));
      ask();
    } else {
      from.refuse();
    }
    return noResult();
  }

  @Message
  public AsyncResult<Void> accept(int state) {
    if (cell.accepted(state)) {
      controller.finished();
    }
    reportIfClosed();
    return noResult();
  }

  @Message
  public AsyncResult<Void> refuse() {
    if (cell.refused()) {
      ask();
    }
    reportIfClosed();
    return noResult();
  }

  @Message
  public AsyncResult<Void> stop() {
    cell.stop();
    reportIfClosed();
    return noResult();
  }

  private void ask() {
    cells[cell.request()].request(cell.state(), this);
  }

  private void reportIfClosed() {
    if (cell.closed()) {
      GridSwap.Account account = cell.account();
      controller.closed(
          account.cell(),
          account.requested(),
          account.accepted(),
          account.refused(),
          account.state());
    }
  }
}
