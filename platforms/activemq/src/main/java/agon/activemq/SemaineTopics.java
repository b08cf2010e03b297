package agon.activemq;

import agon.jms.Body;
import agon.jms.Pattern;
import javax.jms.Destination;
import javax.jms.JMSException;
import javax.jms.Message;
import javax.jms.Session;
import javax.jms.TextMessage;

/**
 * The pattern of SEMAINE's components: a topic for each kind of data, and messages whose properties
 * are what they hold, whose it is, and when it was made.
 */
final class SemaineTopics implements Pattern {
  private static final String DATA_TYPE = "datatype";
  private static final String STRING = "string";
  private static final String HANDLED = "handled";
  private static final String FAILED = "failed";

  private final Body body;

  SemaineTopics(Body body) {
    this.body = body;
  }

  @Override
  public Destination destination(Session session, Subject subject) throws JMSException {
    return session.createTopic(
        subject == Subject.STRING ? "semaine.data.string" : "semaine.callback.string");
  }

  @Override
  public String selector(Subject subject) {
    return null;
  }

  @Override
  public Message string(Session session, String text) throws JMSException {
    return describe(body.message(session, text), STRING, "sender");
  }

  @Override
  public String text(Message string) throws JMSException {
    return body.text(string);
  }

  @Override
  public Message confirmation(Session session, String number, boolean handled) throws JMSException {
    return describe(session.createTextMessage(number), handled ? HANDLED : FAILED, "receiver");
  }

  @Override
  public String number(Message confirmation) throws JMSException {
    return ((TextMessage) confirmation).getText();
  }

  @Override
  public boolean handled(Message confirmation) throws JMSException {
    return confirmation.getStringProperty(DATA_TYPE).equals(HANDLED);
  }

  private static Message describe(Message message, String dataType, String source)
      throws JMSException {
    message.setStringProperty(DATA_TYPE, dataType);
    message.setStringProperty("source", source);
    message.setLongProperty("usertime", System.currentTimeMillis());
    message.setStringProperty("event", "single");
    return message;
  }
}
