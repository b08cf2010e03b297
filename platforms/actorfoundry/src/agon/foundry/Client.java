package agon.foundry;

import osl.manager.ActorName;
import osl.manager.annotations.message;

/** Asks for one number after the other. */
public class Client extends Member {
  private static final long serialVersionUID = 1;

  private final int number;
  private final ActorName server;
  private final ActorName manager;
  private final int[] requests;
  private int next;
  private long asked;

  public Client(Integer number, ActorName server, ActorName manager) {
    this.number = number;
    this.server = server;
    this.manager = manager;
    requests = FibonacciService.parameters.requests(number);
  }

  @message
  public void start() {
    ask();
  }

  @message
  public void answer(Long value) {
    post(manager, "point", number, requests[next], value, System.nanoTime() - asked);
    if (++next < requests.length) {
      ask();
    }
  }

  private void ask() {
    asked = System.nanoTime();
    post(server, "request", requests[next], self());
  }
}
