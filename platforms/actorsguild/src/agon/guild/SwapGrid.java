package agon.guild;

import agon.harness.Arguments;
import agon.harness.Iteration;
import agon.harness.Samples;
import agon.harness.Workload;
import agon.workload.GridSwap;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import org.actorsguildframework.Agent;
import org.actorsguildframework.DefaultAgent;

/** Cells of a grid swap their states with others at random. */
final class SwapGrid implements Workload {
  private final GridSwap parameters;
  private final Samples samples;
  private final Agent agent;

  SwapGrid(Arguments arguments) throws IOException {
    arguments.variant("default");
    parameters = new GridSwap(arguments);
    samples = GridSwap.openSamples(arguments);
    agent = new DefaultAgent();
  }

  @Override
  public Iteration iterate(int index) throws Exception {
    GridSwap.Grid grid = parameters.new Grid();
    CompletableFuture<Long> ended = new CompletableFuture<>();
    CellActor[] cells = new CellActor[parameters.cells()];
    ControllerActor controller = agent.create(ControllerActor.class);
    controller.wire(cells, grid, ended);
    for (int number = 0; number < cells.length; number++) {
      cells[number] = agent.create(CellActor.class);
      cells[number].wire(parameters.new Cell(number), cells, controller);
    }
    int[] active = parameters.active();
    long start = System.nanoTime();
    for (int cell : active) {
      cells[cell].start();
    }
    Iteration iteration = new Iteration(ended.get() - start, grid.report());
    grid.writeTo(samples, index);
    return iteration;
  }

  @Override
  public void close() throws IOException {
    samples.close();
    agent.shutdown();
  }
}
