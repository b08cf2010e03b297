package agon.foundry;

import osl.manager.ActorName;
import osl.manager.RemoteCodeException;
import osl.manager.annotations.message;

/** Has a new subactor compute each answer. */
public class Server extends Member {
  private static final long serialVersionUID = 1;

  @message
  public void request(Integer n, ActorName from) throws RemoteCodeException {
    post(create(Subactor.class, from), "compute", n);
  }
}
