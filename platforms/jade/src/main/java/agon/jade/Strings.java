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
  /** Strings under way in a stream, and characters in them: JADE's queues take any number. */
  private static final int UNDER_WAY = 1000;

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
    Semaphore room = new Semaphore(underWay());
    far.start(index, transfer, parameters.acks() ? null : room);
    Iteration iteration = Run.perform(near, index, run -> new Sender(run, index, transfer, room));
    far.end();
    return iteration;
  }

  private int underWay() {
    return Math.max(1, Math.min(UNDER_WAY, CHARACTERS_UNDER_WAY / parameters.size()));
  }

  @Override
  public void close() throws IOException {
    far.close();
    near.close();
    parameters.close();
  }

  /** Sends the strings on a thread of its own, and takes the answers meanwhile. */
  private final class Sender extends Member implements Transfer.Line {
    private final Run run;
    private final int index;
    private final Transfer transfer;
    private final Semaphore room;
    private final AID receiver;
    private final MsgPackString packing = parameters.msgPack() ? new MsgPackString() : null;

    Sender(Run run, int index, Transfer transfer, Semaphore room) {
      super(Failures::endProgram);
      this.run = run;
      this.index = index;
      this.transfer = transfer;
      this.room = room;
      receiver = run.address("receiver");
    }

    @Override
    void begin() {
      tell(receiver, Receivers.PROBE);
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
      room.acquire();
      deliver(message);
    }

    @Override
    void onMessage(ACLMessage message) {
      if (!message.getSender().equals(receiver)) {
        Failures.endProgram("JADE did not deliver a message: " + message.getContent());
      }
      switch (message.getPerformative()) {
        case ACLMessage.INFORM, ACLMessage.FAILURE -> {
          room.release();
          boolean handled = message.getPerformative() == ACLMessage.INFORM;
          transfer.confirm(Integer.parseInt(message.getContent()), handled);
        }
          // Both ways are open, and the clock may start.
        default ->
            addBehaviour(
                new ThreadedBehaviourFactory()
                    .wrap(
                        new OneShotBehaviour(this) {
                          @Override
                          public void action() {
                            guard(Sender.this::sendAll);
                          }
                        }));
      }
    }

    private void sendAll() {
      try {
        run.end(transfer.run(index, this));
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
