package agon.bridge;

import jason.asSemantics.Message;
import jason.asSyntax.ASSyntax;
import jason.asSyntax.Term;
import java.util.AbstractQueue;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** An agent's mailbox: what is taken out of it, or put in, is so in the engine. */
final class Mail extends AbstractQueue<Message> {
  private final String agent;

  Mail(String agent) {
    this.agent = agent;
  }

  static Message message(Reader reader) throws Exception {
    String performative = reader.string();
    String sender = reader.string();
    String receiver = reader.string();
    String id = reader.string();
    String reply = reader.string();
    Message message = new Message(performative, sender, receiver, reader.term(), id);
    if (!reply.isEmpty()) {
      message.setInReplyTo(reply);
    }
    return message;
  }

  /** What of a message the engine wants to know. */
  static Ask write(Ask ask, Message message, String sender, String receiver) throws Exception {
    Object content = message.getPropCont();
    Term term =
        content instanceof Term ? (Term) content : ASSyntax.parseTerm(String.valueOf(content));
    return ask.text(message.getIlForce())
        .text(sender)
        .text(receiver)
        .text(message.getMsgId())
        .text(message.getInReplyTo())
        .term(term);
  }

  private List<Message> all() {
    try {
      Reader reader = new Ask(agent, Ask.MAIL).answer();
      List<Message> all = new ArrayList<>();
      for (int left = reader.count(); left > 0; left--) {
        all.add(message(reader));
      }
      return all;
    } catch (RuntimeException wrong) {
      throw wrong;
    } catch (Exception wrong) {
      throw new IllegalStateException(wrong);
    }
  }

  private boolean take(int place) {
    return new Ask(agent, Ask.TAKE_MAIL).count(place).holds();
  }

  @Override
  public Iterator<Message> iterator() {
    Iterator<Message> left = all().iterator();
    return new Iterator<Message>() {
      private int place = -1;

      @Override
      public boolean hasNext() {
        return left.hasNext();
      }

      @Override
      public Message next() {
        place++;
        return left.next();
      }

      @Override
      public void remove() {
        take(place--);
      }
    };
  }

  @Override
  public int size() {
    return all().size();
  }

  @Override
  public boolean offer(Message message) {
    try {
      write(new Ask(agent, Ask.RECEIVE), message, message.getSender(), agent).answer();
      return true;
    } catch (RuntimeException wrong) {
      throw wrong;
    } catch (Exception wrong) {
      throw new IllegalArgumentException(wrong);
    }
  }

  @Override
  public Message poll() {
    Message first = peek();
    return first != null && take(0) ? first : null;
  }

  @Override
  public Message peek() {
    List<Message> all = all();
    return all.isEmpty() ? null : all.get(0);
  }
}
