package agon.foundry;

import agon.harness.Arguments;
import agon.harness.Iteration;
import agon.harness.Samples;
import agon.harness.Workload;
import agon.workload.GridSwap;
import java.io.IOException;
import osl.manager.ActorName;

/** Cells of a grid swap their states with others at random. */
final class SwapGrid implements Workload {
  /**
   * What the actors of the process's one iteration work on: the foundry makes them by class alone.
   */
  static GridSwap parameters;

  static GridSwap.Grid grid;
  static ActorName[] cells;

  private final Samples samples;

  SwapGrid(Arguments arguments) throws IOException {
    Foundry.configure(arguments);
    parameters = new GridSwap(arguments);
    grid = parameters.new Grid();
    cells = new ActorName[parameters.cells()];
    samples = GridSwap.openSamples(arguments);
  }

  @Override
  public Iteration iterate(int index) throws Exception {
    Iteration iteration = Foundry.run(Controller.class);
    grid.writeTo(samples, index);
    return iteration;
  }

  @Override
  public void close() throws IOException {
    samples.close();
  }
}
