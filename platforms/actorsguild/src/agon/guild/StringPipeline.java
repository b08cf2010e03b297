package agon.guild;

import agon.harness.Arguments;
import agon.harness.Iteration;
import agon.harness.Workload;
import agon.workload.Pipeline;
import java.util.concurrent.CompletableFuture;
import org.actorsguildframework.Agent;
import org.actorsguildframework.DefaultAgent;

/** Strings pass three stages, each of which makes new ones of them. */
final class StringPipeline implements Workload {
  private final Pipeline parameters;
  private final Agent agent;

  StringPipeline(Arguments arguments) {
    arguments.variant("default");
    parameters = Pipeline.of(arguments);
    agent = new DefaultAgent();
  }

  @Override
  public Iteration iterate(int index) throws Exception {
    Iterable<String> requests = parameters.requests();
    try (Pipeline.Stages stages = new Pipeline.Stages(parameters)) {
      CompletableFuture<Long> ended = new CompletableFuture<>();
      StageActor write = stage(stages.write(), null, ended);
      StageActor middle = stage(stages.index(), write, ended);
      StageActor download = stage(stages.download(), middle, ended);
      long start = System.nanoTime();
      for (String request : requests) {
        download.task(request);
      }
      download.stop();
      return new Iteration(ended.get() - start, stages.report());
    }
  }

  private StageActor stage(Pipeline.Stage work, StageActor next, CompletableFuture<Long> ended) {
    StageActor stage = agent.create(StageActor.class);
    stage.wire(work, next, ended);
    return stage;
  }

  @Override
  public void close() {
    agent.shutdown();
  }
}
