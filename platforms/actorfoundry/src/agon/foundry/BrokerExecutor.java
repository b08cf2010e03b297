package agon.foundry;

import agon.workload.Colour;
import osl.manager.ActorName;
import osl.util.LSCQueue;

public class BrokerExecutor extends MemberExecutor {
  private static final long serialVersionUID = 1;

  private final Broker actor;

  public BrokerExecutor(Broker actor, LSCQueue<Object> queue) {
    super(actor, queue);
    this.actor = actor;
  }

  @Override
  void call(String method, Object[] arguments) throws Exception {
    switch (method) {
      case "request" ->
          actor.request((Integer) arguments[0], (Colour) arguments[1], (ActorName) arguments[2]);
      default -> throw new NoSuchMethodException(method);
    }
  }
}
