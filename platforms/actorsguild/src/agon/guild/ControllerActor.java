package agon.guild;

import agon.workload.GridSwap;
import java.util.concurrent.CompletableFuture;
import org.actorsguildframework.Actor;
import org.actorsguildframework.AsyncResult;
import org.actorsguildframework.annotations.Message;

/** Stops all cells when the first has finished, and collects their accounts. */
public class ControllerActor extends Actor {
  private CellActor[] cells;
  private GridSwap.Grid grid;
  private CompletableFuture<Long> ended;

  /** No message: called before the first one is sent. */
  void wire(CellActor[] cells, GridSwap.Grid grid, CompletableFuture<Long> ended) {
    this.cells = cells;
    this.grid = grid;
    this.ended = ended;
  }

  @Message
  public AsyncResult<Void> finished() {
    if (grid.end()) {
      for (CellActor cell : cells) {
        cell.stop();
      }
    }
    return noResult();
  }

  @Message
  public AsyncResult<Void> closed(int cell, int requested, int accepted, int refused, int state) {
    if (grid.add(new GridSwap.Account(cell, requested, accepted, refused, state))) {
      ended.complete(System.nanoTime());
    }
    return noResult();
  }
}
