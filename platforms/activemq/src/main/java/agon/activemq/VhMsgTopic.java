package agon.activemq;

import agon.jms.Body;
import agon.jms.Pattern;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import javax.jms.Destination;
import javax.jms.JMSException;
import javax.jms.Message;
import javax.jms.Session;

/**
 * The pattern of VHMsg: everybody's messages are on one topic, each begins with a word by which its
 * receivers choose it, and the rest is encoded as in a URL.
 */
final class VhMsgTopic implements Pattern {
  private static final String SCOPE = "DEFAULT_SCOPE";
  private static final String WORD = "MESSAGE_PREFIX";
  private static final String STRING = "string";
  private static final String HANDLED = "handled";
  private static final String FAILED = "failed";

  private final Body body;
  private final Body plain = Body.of(false);

  VhMsgTopic(Body body) {
    this.body = body;
  }

  @Override
  public Destination destination(Session session, Subject subject) throws JMSException {
    return session.createTopic(SCOPE);
  }

  @Override
  public String selector(Subject subject) {
    return subject == Subject.STRING
        ? WORD + " = '" + STRING + "'"
        : WORD + " IN ('" + HANDLED + "', '" + FAILED + "')";
  }

  @Override
  public Message string(Session session, String text) throws JMSException {
    return message(session, body, STRING, text);
  }

  @Override
  public String text(Message string) throws JMSException {
    return rest(body.text(string));
  }

  @Override
  public Message confirmation(Session session, String number, boolean handled) throws JMSException {
    return message(session, plain, handled ? HANDLED : FAILED, number);
  }

  @Override
  public String number(Message confirmation) throws JMSException {
    return rest(plain.text(confirmation));
  }

  @Override
  public boolean handled(Message confirmation) throws JMSException {
    return confirmation.getStringProperty(WORD).equals(HANDLED);
  }

  private static Message message(Session session, Body body, String word, String rest)
      throws JMSException {
    String encoded = URLEncoder.encode(rest, StandardCharsets.UTF_8);
    Message message = body.message(session, word + ' ' + encoded);
    message.setStringProperty("ELVISH_SCOPE", SCOPE);
    message.setStringProperty(WORD, word);
    message.setStringProperty("VHMSG_VERSION", "1.0.0.0");
    message.setStringProperty("VHMSG", "VHMSG");
    return message;
  }

  private static String rest(String text) {
    return URLDecoder.decode(text.substring(text.indexOf(' ') + 1), StandardCharsets.UTF_8);
  }
}
