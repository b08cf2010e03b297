package agon.jms;

import agon.harness.Failures;
import agon.harness.Iteration;
import agon.harness.Workload;
import agon.jms.Pattern.Subject;
import agon.workload.Throughput;
import agon.workload.Transfer;
import java.io.IOException;
import java.util.function.Supplier;
import javax.jms.JMSException;
import javax.jms.Message;

/** Strings from one component to another over a broker, each with connections of its own. */
public final class JmsThroughput implements Workload {
  private final Throughput parameters;
  private final Broker broker;
  private final Supplier<Pattern> patterns;
  private final Client sender;
  private final Client receiver;

  /** Takes over the broker, which runs; {@code patterns} makes one for each end. */
  public JmsThroughput(Throughput parameters, Broker broker, Supplier<Pattern> patterns)
      throws JMSException {
    this.parameters = parameters;
    this.broker = broker;
    this.patterns = patterns;
    Failures.endProgram();
    sender = new Client(broker);
    receiver = new Client(broker);
  }

  @Override
  public Iteration iterate(int index) throws Exception {
    Transfer transfer = new Transfer(parameters);
    try (Receiver receiving = new Receiver(transfer);
        Sender sending = new Sender(transfer)) {
      receiving.start();
      sending.start();
      return transfer.run(index, sending);
    }
  }

  @Override
  public void close() throws IOException {
    try {
      sender.close();
      receiver.close();
    } catch (JMSException e) {
      throw new IOException("the connections to the broker did not close", e);
    }
    broker.close();
    parameters.close();
  }

  /** Sends the strings, and receives on a thread of its connection what became of them. */
  private final class Sender implements Transfer.Line, AutoCloseable {
    private final Pattern pattern = patterns.get();
    private final Transfer transfer;
    private final Client.Out strings;
    private final Client.In confirmations;

    Sender(Transfer transfer) throws JMSException {
      this.transfer = transfer;
      strings = sender.out(pattern, Subject.STRING);
      confirmations = parameters.acks() ? sender.in(pattern, Subject.CONFIRMATION) : null;
    }

    void start() throws JMSException {
      if (confirmations != null) {
        confirmations.listen(this::onConfirmation);
      }
    }

    private void onConfirmation(Message confirmation) throws JMSException {
      int number = Integer.parseInt(pattern.number(confirmation));
      transfer.confirm(number, pattern.handled(confirmation));
    }

    @Override
    public void send(Transfer transfer, String text) throws JMSException {
      strings.send(pattern.string(strings.session(), text));
    }

    @Override
    public void close() throws JMSException {
      if (confirmations != null) {
        confirmations.close();
      }
      strings.close();
    }
  }

  /** Handles the strings, and confirms them if that is asked for. */
  private final class Receiver implements AutoCloseable {
    private final Pattern pattern = patterns.get();
    private final Transfer transfer;
    private final Client.Out confirmations;
    private final Client.In strings;

    Receiver(Transfer transfer) throws JMSException {
      this.transfer = transfer;
      confirmations = parameters.acks() ? receiver.out(pattern, Subject.CONFIRMATION) : null;
      strings = receiver.in(pattern, Subject.STRING);
    }

    void start() throws JMSException {
      strings.listen(parameters.acks() ? this::confirm : this::handle);
    }

    private void handle(Message string) throws JMSException {
      transfer.handle(pattern.text(string));
    }

    private void confirm(Message string) throws JMSException {
      String text = pattern.text(string);
      boolean handled = true;
      try {
        transfer.handle(text);
      } catch (RuntimeException e) {
        handled = false;
      }
      String number = text.substring(0, Throughput.DIGITS);
      confirmations.send(pattern.confirmation(confirmations.session(), number, handled));
    }

    @Override
    public void close() throws JMSException {
      strings.close();
      if (confirmations != null) {
        confirmations.close();
      }
    }
  }
}
