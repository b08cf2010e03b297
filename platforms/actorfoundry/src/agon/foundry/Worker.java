package agon.foundry;

import agon.workload.Ring;
import osl.manager.ActorName;
import osl.manager.annotations.message;

/** A ring member, numbered from 1. */
public class Worker extends Member {
  private static final long serialVersionUID = 1;

  private final int number;
  private final ActorName counter;

  public Worker(Integer number, ActorName counter) {
    this.number = number;
    this.counter = counter;
  }

  @message
  public void token(Integer token, Integer left, Integer acc) {
    if (left == 0) {
      post(counter, "ended", token, number, acc);
    } else {
      // agon: begin witness
      int next = TokenRing.ring.witness() ? Ring.witness(acc, number) : 0;
      // agon: end
      post(TokenRing.workers[number % TokenRing.workers.length], "token", token, left - 1, next);
    }
  }
}
