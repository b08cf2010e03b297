package agon.foundry;

import agon.workload.Fibonacci;
import osl.manager.ActorName;
import osl.manager.RemoteCodeException;
import osl.manager.annotations.message;

/** Computes one number: itself, or as the sum of what two further subactors compute. */
public class Subactor extends Member {
  private static final long serialVersionUID = 1;

  private final ActorName asker;
  private long sum;
  private int awaited = 2;

  public Subactor(ActorName asker) {
    this.asker = asker;
  }

  @message
  public void compute(Integer n) throws RemoteCodeException {
    if (n < 2 || !FibonacciService.recursive) {
      post(asker, "answer", Fibonacci.fib(n));
    } else {
      post(create(Subactor.class, self()), "compute", n - 1);
      post(create(Subactor.class, self()), "compute", n - 2);
    }
  }

  @message
  public void answer(Long part) {
    sum += part;
    if (--awaited == 0) {
      post(asker, "answer", sum);
    }
  }
}
