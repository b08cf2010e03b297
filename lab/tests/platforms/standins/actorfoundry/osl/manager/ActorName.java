package osl.manager;

import java.io.Serializable;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** An actor's name; a copy of it names the same actor. */
public class ActorName implements Serializable {
  private static final long serialVersionUID = 1;
  private static final AtomicInteger NUMBERS = new AtomicInteger();
  private static final Map<Integer, Mailbox> MAILBOXES = new ConcurrentHashMap<>();

  private final int number = NUMBERS.incrementAndGet();

  ActorName(Mailbox mailbox) {
    MAILBOXES.put(number, mailbox);
  }

  Mailbox mailbox() {
    return MAILBOXES.get(number);
  }
}
