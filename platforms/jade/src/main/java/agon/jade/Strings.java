package agon.jade;

import agon.harness.Arguments;
import agon.harness.Failures;
import agon.harness.Iteration;
import agon.harness.Workload;
import agon.msgpack.MsgPackString;
import agon.workload.Throughput;
import agon.workload.Throughput.Transport;
import agon.workload.Transfer;
import jade.core.AID;
import jade.core.behaviours.OneShotBehaviour;
import jade.core.behaviours.ThreadedBehaviourFactory;
import jade.lang.acl.ACLMessage;
import java.io.IOException;
import java.util.concurrent.Semaphore;

/**
 * Strings from an agent to another, and answers the other way; over TCP the two are in containers
 * of their own.
 */
final class Strings implements Workload {
  /** How the receiver gives the sender a credit, and how the sender is started. */
  static final int CREDIT = ACLMessage.PROPAGATE;

  private static final int BEGIN = ACLMessage.PROPOSE;

  /** Strings under way in a stream over TCP, and characters in them: queues take any number. */
  private static final int UNDER_WAY_OVER_TCP = 1024;

  private static final int CHARACTERS_UNDER_WAY = 16 << 20;

  private final Throughput parameters;
  private final Container near;
  private final ReceivingEnd far;

  Strings(Arguments arguments) throws Exception {
    arguments.variant("default");
    parameters = Throughput.of(arguments, Transport.INPROC, Transport.TCP);
    // JADE's own threads, too, do work for the messages.
    Failures.endProgram();
    near = new Container();
    far =
        parameters.transport() == Transport.INPROC
            ? new Receivers(parameters, near)
            : SecondJade.receivers(parameters, near.port());
  }

  @Override
  public Iteration iterate(int index) throws Exception {
    Transfer transfer = new Transfer(parameters);
    far.start(index, transfer, transfer.credit(underWay()));
    Iteration iteration = Run.perform(near, index, run -> new Sender(run, index, transfer));
    far.end();
    return iteration;
  }

  private int underWay() {
    int most = parameters.transport() == Transport.INPROC ? Transfer.UNDER_WAY : UNDER_WAY_OVER_TCP;
    return Math.max(1, Math.min(most, CHARACTERS_UNDER_WAY / parameters.size()));
  }

  @Override
  public void close() throws IOException {
    far.close();
    near.close();
    parameters.close();
  }

  /**
   * Sends the strings, and takes the answers. Where each is confirmed, a behaviour on a thread of
   * its own sends, and this one takes the answers meanwhile: one for both would wait for itself.
   */
  private final class Sender extends Member implements Transfer.Line {
    private final Run run;
    private final int index;
    private final Transfer transfer;
    private final int credit;
    private final Semaphore unconfirmed = new Semaphore(underWay());
    private final AID receiver;
    private final MsgPackString packing = parameters.msgPack() ? new MsgPackString() : null;

    Sender(Run run, int index, Transfer transfer) {
      super(Failures::endProgram);
      this.run = run;
      this.index = index;
      this.transfer = transfer;
      credit = transfer.credit(underWay());
      receiver = run.address("receiver");
    }

    @Override
    void begin() {
      send(receiver, Receivers.PROBE);
    }

    @Override
    public void send(Transfer transfer, String text) throws InterruptedException {
      ACLMessage message = new ACLMessage(ACLMessage.REQUEST);
      message.addReceiver(receiver);
      if (packing == null) {
        message.setContent(text);
      } else {
        message.setByteSequenceContent(packing.pack(text));
      }
      if (parameters.acks()) {
        unconfirmed.acquire();
      }
      deliver(message);
    }

    @Override
    void onMessage(ACLMessage message) {
      try {
        take(message);
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    }

    private void take(ACLMessage message) throws Exception {
      if (message.getPerformative() == BEGIN) {
        transfer.begin(this, underWay());
        return;
      }
      if (!message.getSender().equals(receiver)) {
        Failures.endProgram("JADE did not deliver a message: " + message.getContent());
      }
      switch (message.getPerformative()) {
        case ACLMessage.INFORM, ACLMessage.FAILURE -> {
          boolean handled = message.getPerformative() == ACLMessage.INFORM;
          unconfirmed.release();
          transfer.confirm(Integer.parseInt(message.getContent()), handled);
        }
        case CREDIT -> transfer.proceed(this, credit);
        // Both ways are open, and the clock may start.
        default ->
            addBehaviour(
                new ThreadedBehaviourFactory()
                    .wrap(
                        new OneShotBehaviour(this) {
                          @Override
                          public void action() {
                            guard(Sender.this::perform);
                          }
                        }));
      }
    }

    /** Runs on a thread of its own, which only waits where it does not send. */
    private void perform() {
      try {
        run.end(
            parameters.acks()
                ? transfer.run(index, this)
                : transfer.await(index, () -> send(getAID(), BEGIN)));
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
