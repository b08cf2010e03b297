package agon.foundry;

import osl.util.LSCQueue;

public class WorkerExecutor extends MemberExecutor {
  private static final long serialVersionUID = 1;

  private final Worker actor;

  public WorkerExecutor(Worker actor, LSCQueue<Object> queue) {
    super(actor, queue);
    this.actor = actor;
  }

  @Override
  void call(String method, Object[] arguments) throws Exception {
    switch (method) {
      case "token" ->
          actor.token((Integer) arguments[0], (Integer) arguments[1], (Integer) arguments[2]);
      default -> throw new NoSuchMethodException(method);
    }
  }
}
