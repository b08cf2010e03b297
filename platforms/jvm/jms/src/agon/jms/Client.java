package agon.jms;

import agon.harness.Failures;
import agon.jms.Pattern.Subject;
import javax.jms.Connection;
import javax.jms.DeliveryMode;
import javax.jms.JMSException;
import javax.jms.Message;
import javax.jms.MessageConsumer;
import javax.jms.MessageProducer;
import javax.jms.Session;

/**
 * A component's connections to the broker: one to send on and one to receive on, so that a broker
 * that holds up what is sent does not hold up what is to be received.
 */
final class Client implements AutoCloseable {
  private final Connection sending;
  private final Connection receiving;
  private volatile boolean closing;

  Client(Broker broker) throws JMSException {
    sending = connect(broker);
    receiving = connect(broker);
  }

  private Connection connect(Broker broker) throws JMSException {
    Connection connection = broker.connect();
    connection.setExceptionListener(this::lost);
    connection.start();
    return connection;
  }

  private void lost(JMSException cause) {
    if (!closing) {
      Failures.endProgram("the connection to the broker is lost: " + cause.getMessage());
    }
  }

  /** Where one iteration's component sends; for one thread at a time. */
  Out out(Pattern pattern, Subject subject) throws JMSException {
    return new Out(sending.createSession(false, Session.AUTO_ACKNOWLEDGE), pattern, subject);
  }

  /** Where one iteration's component receives. */
  In in(Pattern pattern, Subject subject) throws JMSException {
    return new In(receiving.createSession(false, Session.AUTO_ACKNOWLEDGE), pattern, subject);
  }

  @Override
  public void close() throws JMSException {
    closing = true;
    sending.close();
    receiving.close();
  }

  static final class Out implements AutoCloseable {
    private final Session session;
    private final MessageProducer producer;

    private Out(Session session, Pattern pattern, Subject subject) throws JMSException {
      this.session = session;
      producer = session.createProducer(pattern.destination(session, subject));
      producer.setDeliveryMode(DeliveryMode.NON_PERSISTENT);
      producer.setDisableMessageTimestamp(true);
      producer.setDisableMessageID(true);
    }

    /** What makes the messages. */
    Session session() {
      return session;
    }

    void send(Message message) throws JMSException {
      producer.send(message);
    }

    @Override
    public void close() throws JMSException {
      session.close();
    }
  }

  static final class In implements AutoCloseable {
    private final Session session;
    private final MessageConsumer consumer;

    private In(Session session, Pattern pattern, Subject subject) throws JMSException {
      this.session = session;
      consumer =
          session.createConsumer(pattern.destination(session, subject), pattern.selector(subject));
    }

    /** From now on each message is handled, on a thread of JMS's; what fails ends the program. */
    void listen(Handler handler) throws JMSException {
      consumer.setMessageListener(
          message -> {
            try {
              handler.handle(message);
            } catch (JMSException | RuntimeException e) {
              // JMS would deliver it again.
              Failures.endProgram(e);
            }
          });
    }

    @Override
    public void close() throws JMSException {
      session.close();
    }
  }

  @FunctionalInterface
  interface Handler {
    void handle(Message message) throws JMSException;
  }
}
