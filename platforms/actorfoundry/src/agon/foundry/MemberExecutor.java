package agon.foundry;

import kilim.Fiber;
import osl.manager.Actor;
import osl.manager.ActorExecutor;
import osl.manager.ActorMsgRequest;
import osl.util.LSCQueue;

/**
 * Calls the method that a message names. The foundry's doclet would generate such classes, and
 * Kilim's weaver would give them the method with a fiber; both want a Java that is no more. The
 * methods here never pause, so that written by hand they come to the same.
 */
abstract class MemberExecutor extends ActorExecutor {
  private static final long serialVersionUID = 1;

  MemberExecutor(Actor actor, LSCQueue<Object> queue) {
    super(actor, queue);
  }

  /** Calls the method of that name. */
  abstract void call(String method, Object[] arguments) throws Exception;

  @Override
  public final Object execute(ActorMsgRequest message) throws Exception {
    call(message.method, message.methodArgs);
    return Boolean.TRUE;
  }

  @Override
  public final Object execute(ActorMsgRequest message, Fiber fiber) throws Exception {
    return execute(message);
  }
}
