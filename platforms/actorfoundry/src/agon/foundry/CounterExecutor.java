package agon.foundry;

import osl.util.LSCQueue;

public class CounterExecutor extends MemberExecutor {
  private static final long serialVersionUID = 1;

  private final Counter actor;

  public CounterExecutor(Counter actor, LSCQueue<Object> queue) {
    super(actor, queue);
    this.actor = actor;
  }

  @Override
  void call(String method, Object[] arguments) throws Exception {
    switch (method) {
      case "boot" -> actor.boot();
      case "ended" ->
          actor.ended((Integer) arguments[0], (Integer) arguments[1], (Integer) arguments[2]);
      default -> throw new NoSuchMethodException(method);
    }
  }
}
