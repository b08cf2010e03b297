package agon.jade;

import jade.core.AID;
import jade.core.Agent;
import jade.core.behaviours.CyclicBehaviour;
import jade.lang.acl.ACLMessage;
import java.util.StringTokenizer;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;

/** An agent of an iteration: one cyclic behaviour, which handles message after message. */
abstract class Member extends Agent {
  private final Consumer<Throwable> failed;
  private final CountDownLatch ready = new CountDownLatch(1);
  private volatile Thread thread;

  Member(Run run) {
    this(run::fail);
  }

  Member(Consumer<Throwable> failed) {
    this.failed = failed;
  }

  @Override
  protected final void setup() {
    thread = Thread.currentThread();
    guard(this::begin);
    ready.countDown();
    addBehaviour(
        new CyclicBehaviour(this) {
          @Override
          public void action() {
            ACLMessage message = receive();
            if (message == null) {
              block();
            } else {
              guard(() -> onMessage(message));
            }
          }
        });
  }

  /** Waits until JADE has made the agent one of its own, and it has begun. */
  final void awaitReady() throws InterruptedException {
    ready.await();
  }

  /** Waits until JADE has nothing to do with the agent any more; it has begun before. */
  final void awaitEnd() throws InterruptedException {
    thread.join();
  }

  /** What the agent does before its first message. */
  void begin() {}

  abstract void onMessage(ACLMessage message);

  /** Does it, and reports it where that fails: JADE would merely end the agent. */
  final void guard(Runnable deed) {
    try {
      deed.run();
    } catch (RuntimeException | Error e) {
      failed.accept(e);
    }
  }

  final void send(AID receiver, int performative) {
    send(receiver, performative, null);
  }

  final void send(AID receiver, int performative, String content) {
    ACLMessage message = new ACLMessage(performative);
    message.addReceiver(receiver);
    message.setContent(content);
    deliver(message);
  }

  final void deliver(ACLMessage message) {
    // See the tunings in platform.toml.
    message.addUserDefinedParameter(ACLMessage.SYNCH_DELIVERY, "true");
    message.addUserDefinedParameter(ACLMessage.NO_CLONE, "true");
    send(message);
  }

  /** A message's content: numbers separated by blanks. */
  static long[] numbers(ACLMessage message) {
    StringTokenizer words = new StringTokenizer(message.getContent());
    long[] numbers = new long[words.countTokens()];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = Long.parseLong(words.nextToken());
    }
    return numbers;
  }

  static String words(long... numbers) {
    StringBuilder words = new StringBuilder();
    for (long number : numbers) {
      words.append(number).append(' ');
    }
    return words.toString();
  }
}
