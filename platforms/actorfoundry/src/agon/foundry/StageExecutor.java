package agon.foundry;

import osl.util.LSCQueue;

public class StageExecutor extends MemberExecutor {
  private static final long serialVersionUID = 1;

  private final Stage actor;

  public StageExecutor(Stage actor, LSCQueue<Object> queue) {
    super(actor, queue);
    this.actor = actor;
  }

  @Override
  void call(String method, Object[] arguments) throws Exception {
    switch (method) {
      case "task" -> actor.task((String) arguments[0]);
      case "stop" -> actor.stop();
      default -> throw new NoSuchMethodException(method);
    }
  }
}
