package agon.guild;

import agon.workload.Pipeline;
import java.util.concurrent.CompletableFuture;
import org.actorsguildframework.Actor;
import org.actorsguildframework.AsyncResult;
import org.actorsguildframework.annotations.Message;

/** One stage; the last has no next one. The framework makes a subclass of it, so it is open. */
public class StageActor extends Actor {
  private Pipeline.Stage work;
  private StageActor next;
  private CompletableFuture<Long> ended;

  /** No message: called before the first one is sent. */
  void wire(Pipeline.Stage work, StageActor next, CompletableFuture<Long> ended) {
    this.work = work;
    this.next = next;
    this.ended = ended;
  }

  @Message
  public AsyncResult<Void> task(String text) {
    String made = work.make(text);
    if (next != null) {
      next.task(made);
    }
    return noResult();
  }

  @Message
  public AsyncResult<Void> stop() {
    work.end();
    if (next != null) {
      next.stop();
    } else {
      ended.complete(System.nanoTime());
    }
    return noResult();
  }
}
