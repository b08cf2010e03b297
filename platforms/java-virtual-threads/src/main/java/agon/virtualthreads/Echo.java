package agon.virtualthreads;

import agon.harness.Arguments;
import agon.harness.Iteration;
import agon.harness.Outcome;
import agon.harness.Workload;
import agon.workload.RoundTrips;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;

/** Echo-all and mass-reception: agents send requests, one at a time, to agents that reply. */
final class Echo implements Workload {
  private final RoundTrips parameters;

  static Echo echoAll(Arguments arguments) throws IOException {
    return new Echo(arguments, RoundTrips.echoAll(arguments));
  }

  static Echo massReception(Arguments arguments) throws IOException {
    return new Echo(arguments, RoundTrips.massReception(arguments));
  }

  private Echo(Arguments arguments, RoundTrips parameters) {
    this.parameters = parameters;
    arguments.variant("default");
  }

  @Override
  public Iteration iterate(int index) throws Exception {
    RoundTrips.Exchange exchange = parameters.new Exchange();
    List<Mailbox<Message>> requesters = mailboxes(parameters.requesters());
    // In echo-all an agent is a requester and a replier, with one mailbox.
    List<Mailbox<Message>> repliers =
        parameters.echoAll() ? requesters : mailboxes(parameters.repliers());
    Mailbox<Done> done = new Mailbox<>();
    try (Host host = new Host()) {
      for (int i = 0; i < requesters.size(); i++) {
        RoundTrips.Replier replier = parameters.echoAll() ? exchange.replier(i) : null;
        host.start(
            new Requester(exchange.requester(i), replier, requesters.get(i), repliers, done));
      }
      if (!parameters.echoAll()) {
        for (int i = 0; i < repliers.size(); i++) {
          host.start(new Replier(exchange.replier(i), repliers.get(i)));
        }
      }
      Iteration iteration =
          host.perform(outcome -> new Controller(exchange, requesters, done, outcome));
      exchange.write(index);
      return iteration;
    }
  }

  private static List<Mailbox<Message>> mailboxes(int number) {
    return Stream.generate(Mailbox<Message>::new).limit(number).toList();
  }

  @Override
  public void close() throws IOException {
    parameters.close();
  }

  private interface Message {}

  /** The clock began at that {@code System.nanoTime}. */
  private record Begin(long nanos) implements Message {}

  private record Request(int requester, int number, Mailbox<Message> from) implements Message {
    void answer(RoundTrips.Replier replier) {
      replier.handle(requester, number);
      from.put(new Reply(replier.number(), number));
    }
  }

  private record Reply(int replier, int number) implements Message {}

  private enum Done {
    INSTANCE
  }

  private record Replier(RoundTrips.Replier self, Mailbox<Message> mailbox) implements Actor {
    @Override
    public void act() throws InterruptedException {
      while (true) {
        ((Request) mailbox.get()).answer(self);
      }
    }
  }

  /** {@code replier} is the same agent's other half; null where it has none. */
  private record Requester(
      RoundTrips.Requester self,
      RoundTrips.Replier replier,
      Mailbox<Message> mailbox,
      List<Mailbox<Message>> repliers,
      Mailbox<Done> controller)
      implements Actor {
    @Override
    public void act() throws InterruptedException {
      while (true) {
        Message message = mailbox.get();
        if (message instanceof Request request) {
          request.answer(replier);
        } else if (message instanceof Begin begin) {
          self.begin(begin.nanos);
          request();
        } else if (self.add(((Reply) message).replier)) {
          controller.put(Done.INSTANCE);
        } else {
          request();
        }
      }
    }

    /** Sends the next request; until it is due, the agent answers those of others. */
    private void request() throws InterruptedException {
      long wait = self.nanosUntilDue();
      while (wait > 0) {
        if (mailbox.get(wait) instanceof Request request) {
          request.answer(replier);
        }
        wait = self.nanosUntilDue();
      }
      repliers.get(self.replier()).put(new Request(self.number(), self.request(), mailbox));
    }
  }

  private record Controller(
      RoundTrips.Exchange exchange,
      List<Mailbox<Message>> requesters,
      Mailbox<Done> mailbox,
      Outcome outcome)
      implements Actor {
    @Override
    public void act() throws InterruptedException {
      Begin begin = new Begin(outcome.startClock());
      for (Mailbox<Message> requester : requesters) {
        requester.put(begin);
      }
      boolean last = false;
      while (!last) {
        mailbox.get();
        last = exchange.end();
      }
      outcome.end(exchange::report);
    }
  }
}
