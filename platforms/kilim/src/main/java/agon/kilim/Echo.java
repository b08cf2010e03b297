package agon.kilim;

import agon.harness.Arguments;
import agon.harness.Iteration;
import agon.harness.Outcome;
import agon.harness.Workload;
import agon.workload.RoundTrips;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import kilim.Mailbox;
import kilim.Pausable;
import kilim.Task;

/** Echo-all and mass-reception: agents send requests, one at a time, to agents that reply. */
final class Echo implements Workload {
  private final RoundTrips parameters;
  private final Host host;

  static Echo echoAll(Arguments arguments) throws IOException {
    return new Echo(arguments, RoundTrips.echoAll(arguments));
  }

  static Echo massReception(Arguments arguments) throws IOException {
    return new Echo(arguments, RoundTrips.massReception(arguments));
  }

  private Echo(Arguments arguments, RoundTrips parameters) {
    this.parameters = parameters;
    host = new Host(arguments, arguments.variant("affine", "fork-join"));
  }

  @Override
  public Iteration iterate(int index) throws Exception {
    RoundTrips.Exchange exchange = parameters.new Exchange();
    List<Mailbox<Message>> requesters = mailboxes(parameters.requesters());
    // In echo-all an agent is a requester and a replier, with one mailbox.
    List<Mailbox<Message>> repliers =
        parameters.echoAll() ? requesters : mailboxes(parameters.repliers());
    Mailbox<Done> done = new Mailbox<>();
    for (int i = 0; i < requesters.size(); i++) {
      RoundTrips.Replier replier = parameters.echoAll() ? exchange.replier(i) : null;
      host.start(new Requester(exchange.requester(i), replier, requesters.get(i), repliers, done));
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

  private static List<Mailbox<Message>> mailboxes(int number) {
    return Stream.generate(Mailbox<Message>::new).limit(number).toList();
  }

  @Override
  public void close() throws IOException {
    parameters.close();
    host.close();
  }

  private interface Message {}

  /** The clock began at that {@code System.nanoTime}. */
  private record Begin(long nanos) implements Message {}

  private record Request(int requester, int number, Mailbox<Message> from) implements Message {
    void answer(RoundTrips.Replier replier) {
      replier.handle(requester, number);
      from.putnb(new Reply(replier.number(), number));
    }
  }

  private record Reply(int replier, int number) implements Message {}

  private enum Done {
    INSTANCE
  }

  private static final class Replier extends Task<Void> {
    private final RoundTrips.Replier self;
    private final Mailbox<Message> mailbox;

    Replier(RoundTrips.Replier self, Mailbox<Message> mailbox) {
      this.self = self;
      this.mailbox = mailbox;
    }

    @Override
    public void execute() throws Pausable {
      while (true) {
        Request request = (Request) mailbox.get();
        request.answer(self);
      }
    }
  }

  private static final class Requester extends Task<Void> {
    private final RoundTrips.Requester self;

    /** The same agent's other half; null where it has none. */
    private final RoundTrips.Replier replier;

    private final Mailbox<Message> mailbox;
    private final List<Mailbox<Message>> repliers;
    private final Mailbox<Done> controller;

    Requester(
        RoundTrips.Requester self,
        RoundTrips.Replier replier,
        Mailbox<Message> mailbox,
        List<Mailbox<Message>> repliers,
        Mailbox<Done> controller) {
      this.self = self;
      this.replier = replier;
      this.mailbox = mailbox;
      this.repliers = repliers;
      this.controller = controller;
    }

    @Override
    public void execute() throws Pausable {
      while (true) {
        Message message = mailbox.get();
        if (message instanceof Request request) {
          request.answer(replier);
        } else if (message instanceof Begin begin) {
          self.begin(begin.nanos);
          request();
        } else if (self.add(((Reply) message).replier)) {
          controller.putnb(Done.INSTANCE);
        } else {
          request();
        }
      }
    }

    /** Sends the next request; until it is due, the agent answers those of others. */
    private void request() throws Pausable {
      long wait = self.millisUntilDue();
      while (wait > 0) {
        Message message = mailbox.get(wait);
        if (message instanceof Request request) {
          request.answer(replier);
        }
        wait = self.millisUntilDue();
      }
      repliers.get(self.replier()).putnb(new Request(self.number(), self.request(), mailbox));
    }
  }

  private static final class Controller extends Task<Void> {
    private final RoundTrips.Exchange exchange;
    private final List<Mailbox<Message>> requesters;
    private final Mailbox<Done> mailbox;
    private final Outcome outcome;

    Controller(
        RoundTrips.Exchange exchange,
        List<Mailbox<Message>> requesters,
        Mailbox<Done> mailbox,
        Outcome outcome) {
      this.exchange = exchange;
      this.requesters = requesters;
      this.mailbox = mailbox;
      this.outcome = outcome;
    }

    @Override
    public void execute() throws Pausable {
      Begin begin = new Begin(outcome.startClock());
      for (Mailbox<Message> requester : requesters) {
        requester.putnb(begin);
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
