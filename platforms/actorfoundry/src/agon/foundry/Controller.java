package agon.foundry;

import agon.harness.Iteration;
import agon.workload.GridSwap;
import osl.manager.ActorName;
import osl.manager.RemoteCodeException;
import osl.manager.annotations.message;

/** Makes the cells, starts the active ones, and stops all when the first has finished. */
public class Controller extends Member {
  private static final long serialVersionUID = 1;

  private long start;

  @message
  public void boot() throws RemoteCodeException {
    ActorName[] cells = SwapGrid.cells;
    for (int number = 0; number < cells.length; number++) {
      cells[number] = create(Cell.class, number, self());
    }
    int[] active = SwapGrid.parameters.active();
    start = System.nanoTime();
    for (int cell : active) {
      post(cells[cell], "start");
    }
  }

  @message
  public void finished() {
    if (SwapGrid.grid.end()) {
      for (ActorName cell : SwapGrid.cells) {
        post(cell, "stop");
      }
    }
  }

  @message
  public void closed(
      Integer cell, Integer requested, Integer accepted, Integer refused, Integer state) {
    if (SwapGrid.grid.add(new GridSwap.Account(cell, requested, accepted, refused, state))) {
      Foundry.done(new Iteration(System.nanoTime() - start, SwapGrid.grid.report()));
    }
  }
}
