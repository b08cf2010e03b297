package agon.jms;

import javax.jms.Destination;
import javax.jms.JMSException;
import javax.jms.Message;
import javax.jms.Session;

/**
 * How two components talk over a broker: where their messages go, and what is in them. One object
 * serves one end, as {@link Body} does.
 */
public interface Pattern {
  /** The end of a platform's strings, or of their confirmations. */
  enum Subject {
    STRING,
    CONFIRMATION
  }

  Destination destination(Session session, Subject subject) throws JMSException;

  /** Which messages of a destination a component wants; null: all of them. */
  String selector(Subject subject);

  Message string(Session session, String text) throws JMSException;

  String text(Message string) throws JMSException;

  /** Confirms the message with that number, or reports that its handler failed. */
  Message confirmation(Session session, String number, boolean handled) throws JMSException;

  String number(Message confirmation) throws JMSException;

  boolean handled(Message confirmation) throws JMSException;
}
