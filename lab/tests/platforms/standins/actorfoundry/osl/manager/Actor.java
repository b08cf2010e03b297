package osl.manager;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.lang.reflect.Constructor;
import osl.util.LSCQueue;

/** What actors extend. */
public class Actor implements Serializable {
  private static final long serialVersionUID = 1;

  private ActorName self;

  protected ActorName self() {
    return self;
  }

  protected ActorName create(Class<?> type, Serializable... arguments)
      throws SecurityException, RemoteCodeException {
    return make(type, (Object[]) arguments);
  }

  /** Makes an actor and what calls its methods, which its class's name leads to. */
  public static ActorName make(Class<?> type, Object... arguments) throws RemoteCodeException {
    Mailbox mailbox = new Mailbox();
    ActorName name = new ActorName(mailbox);
    try {
      Actor actor = (Actor) constructor(type, arguments.length).newInstance(arguments);
      actor.self = name;
      Class<?> executor = Class.forName(type.getName() + "Executor");
      mailbox.live(
          (ActorExecutor)
              executor.getConstructor(type, LSCQueue.class).newInstance(actor, mailbox.queue));
      return name;
    } catch (ReflectiveOperationException e) {
      throw new RemoteCodeException("cannot make " + type, e);
    }
  }

  private static Constructor<?> constructor(Class<?> type, int arguments)
      throws NoSuchMethodException {
    for (Constructor<?> constructor : type.getConstructors()) {
      if (constructor.getParameterCount() == arguments) {
        return constructor;
      }
    }
    throw new NoSuchMethodException(type.getName());
  }

  protected void sendByRef(ActorName receiver, String method, Serializable... arguments) {
    receiver.mailbox().add(new ActorMsgRequest(method, arguments));
  }

  protected void send(ActorName receiver, String method, Serializable... arguments) {
    receiver.mailbox().add(new ActorMsgRequest(method, copy(arguments)));
  }

  private static Object[] copy(Serializable[] arguments) {
    try (ByteArrayOutputStream bytes = new ByteArrayOutputStream()) {
      try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
        out.writeObject(arguments);
      }
      try (ObjectInputStream in =
          new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
        return (Object[]) in.readObject();
      }
    } catch (IOException | ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }
}
