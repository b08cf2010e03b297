package agon.foundry;

import agon.harness.Iteration;
import agon.workload.Ring;
import osl.manager.ActorName;
import osl.manager.RemoteCodeException;
import osl.manager.annotations.message;

/** Makes the workers, starts the tokens, and counts those that have ended. */
public class Counter extends Member {
  private static final long serialVersionUID = 1;

  private final transient Ring.Ends ends = new Ring.Ends(TokenRing.ring);
  private long start;

  @message
  public void boot() throws RemoteCodeException {
    ActorName[] workers = TokenRing.workers;
    for (int number = 1; number <= workers.length; number++) {
      workers[number - 1] = create(Worker.class, number, self());
    }
    Ring ring = TokenRing.ring;
    start = System.nanoTime();
    for (int token = 1; token <= ring.tokens(); token++) {
      post(workers[ring.start(token) - 1], "token", token, ring.passes(), 0);
    }
  }

  @message
  public void ended(Integer token, Integer worker, Integer acc) {
    if (ends.add(token, worker, acc)) {
      Foundry.done(new Iteration(System.nanoTime() - start, ends.report()));
    }
  }
}
