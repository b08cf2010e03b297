package agon.jade;

import agon.harness.Failures;
import agon.msgpack.MsgPackString;
import agon.workload.HandlerFailure;
import agon.workload.Throughput;
import agon.workload.Transfer;
import jade.lang.acl.ACLMessage;
import jade.wrapper.AgentController;
import jade.wrapper.StaleProxyException;
import java.io.IOException;

/** The throughput's receivers, one after the other, in a container. */
public final class Receivers implements ReceivingEnd {
  /** How the sender asks whether the receiver is there. */
  static final int PROBE = ACLMessage.QUERY_IF;

  private final Throughput parameters;
  private final Container container;
  private final boolean ours;
  private AgentController controller;
  private Receiver receiver;

  Receivers(Throughput parameters, Container container) {
    this.parameters = parameters;
    this.container = container;
    ours = false;
  }

  /** In a container that joins the platform whose main one has that port. */
  public Receivers(Throughput parameters, int mainPort) throws IOException {
    this.parameters = parameters;
    container = new Container(mainPort);
    ours = true;
  }

  @Override
  public void start(int index, Transfer transfer, int credit) throws Exception {
    receiver = new Receiver(parameters, transfer, credit);
    controller = container.start("receiver." + index, receiver);
    receiver.awaitReady();
  }

  @Override
  public void end() throws Exception {
    try {
      controller.kill();
    } catch (StaleProxyException e) {
      // It has ended by itself.
    }
    receiver.awaitEnd();
  }

  @Override
  public void close() throws IOException {
    if (ours) {
      container.close();
    }
  }

  /** Handles the strings, and answers each if that is asked for. */
  private static final class Receiver extends Member {
    private final Transfer transfer;
    private final boolean acks;
    private final int credit;
    private final MsgPackString packing;
    private int handled;

    Receiver(Throughput parameters, Transfer transfer, int credit) {
      super(Failures::endProgram);
      this.transfer = transfer;
      this.credit = credit;
      acks = parameters.acks();
      packing = parameters.msgPack() ? new MsgPackString() : null;
    }

    @Override
    void onMessage(ACLMessage message) {
      if (message.getPerformative() == PROBE) {
        send(message.getSender(), ACLMessage.CONFIRM);
        return;
      }
      String text =
          packing == null ? message.getContent() : packing.unpack(message.getByteSequenceContent());
      if (acks) {
        answer(message, text);
        return;
      }
      transfer.handle(text);
      if (++handled == credit) {
        handled = 0;
        send(message.getSender(), Strings.CREDIT);
      }
    }

    private void answer(ACLMessage message, String text) {
      int performative = ACLMessage.INFORM;
      try {
        transfer.handle(text);
      } catch (HandlerFailure e) {
        performative = ACLMessage.FAILURE;
      }
      send(message.getSender(), performative, text.substring(0, Throughput.DIGITS));
    }
  }
}
