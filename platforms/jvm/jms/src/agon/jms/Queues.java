package agon.jms;

import javax.jms.Destination;
import javax.jms.JMSException;
import javax.jms.Message;
import javax.jms.Session;

/**
 * A queue of strings, and one of confirmations, whose correlation is the message that they confirm.
 */
public final class Queues implements Pattern {
  private static final String HANDLED = "handled";
  private static final String FAILED = "failed";

  private final Body body;

  public Queues(Body body) {
    this.body = body;
  }

  @Override
  public Destination destination(Session session, Subject subject) throws JMSException {
    return session.createQueue(subject == Subject.STRING ? "strings" : "confirmations");
  }

  @Override
  public String selector(Subject subject) {
    return null;
  }

  @Override
  public Message string(Session session, String text) throws JMSException {
    return body.message(session, text);
  }

  @Override
  public String text(Message string) throws JMSException {
    return body.text(string);
  }

  @Override
  public Message confirmation(Session session, String number, boolean handled) throws JMSException {
    Message message = session.createMessage();
    message.setJMSCorrelationID(number);
    message.setJMSType(handled ? HANDLED : FAILED);
    return message;
  }

  @Override
  public String number(Message confirmation) throws JMSException {
    return confirmation.getJMSCorrelationID();
  }

  @Override
  public boolean handled(Message confirmation) throws JMSException {
    return confirmation.getJMSType().equals(HANDLED);
  }
}
