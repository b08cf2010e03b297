package osl.manager;

/** A message: a method's name, and its arguments. */
public class ActorMsgRequest {
  public String method;
  public Object[] methodArgs;

  public ActorMsgRequest(String method, Object[] methodArgs) {
    this.method = method;
    this.methodArgs = methodArgs;
  }
}
