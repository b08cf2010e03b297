package agon.foundry;

import agon.harness.Iteration;
import osl.manager.ActorName;
import osl.manager.RemoteCodeException;
import osl.manager.annotations.message;

/** Lets the clients begin, and collects their times. */
public class Manager extends Member {
  private static final long serialVersionUID = 1;

  private long start;

  @message
  public void boot() throws RemoteCodeException {
    ActorName server = create(Server.class);
    ActorName[] clients = new ActorName[FibonacciService.parameters.clients()];
    for (int number = 1; number <= clients.length; number++) {
      clients[number - 1] = create(Client.class, number, server, self());
    }
    start = System.nanoTime();
    for (ActorName client : clients) {
      post(client, "start");
    }
  }

  @message
  public void point(Integer client, Integer n, Long value, Long nanos) {
    if (FibonacciService.points.add(client, n, value, nanos)) {
      Foundry.done(new Iteration(System.nanoTime() - start, FibonacciService.points.report()));
    }
  }
}
