package agon.foundry;

import agon.harness.Iteration;
import osl.manager.ActorName;
import osl.manager.RemoteCodeException;
import osl.manager.annotations.message;

/** Makes the stages, and sends the first one all tasks. */
public class Driver extends Member {
  private static final long serialVersionUID = 1;

  private long start;

  @message
  public void boot() throws RemoteCodeException {
    ActorName write = create(Stage.class, 2, self());
    ActorName index = create(Stage.class, 1, write);
    ActorName download = create(Stage.class, 0, index);
    start = System.nanoTime();
    for (String request : StringPipeline.requests) {
      post(download, "task", request);
    }
    post(download, "stop");
  }

  @message
  public void ended(Long nanos) {
    Foundry.done(new Iteration(nanos - start, StringPipeline.stages.report()));
  }
}
