package agon.kilim;

import agon.harness.Arguments;
import agon.harness.Iteration;
import agon.harness.Outcome;
import agon.harness.Workload;
import agon.workload.ServiceRounds;
import kilim.Mailbox;
import kilim.Pausable;
import kilim.Task;

/** A client is served by a coordinator, with the help of a retriever and a printer. */
final class Services implements Workload {
  private final ServiceRounds parameters;
  private final Host host;

  Services(Arguments arguments) {
    parameters = ServiceRounds.of(arguments);
    host = new Host(arguments, arguments.variant("affine", "fork-join"));
  }

  @Override
  public Iteration iterate(int index) throws Exception {
    Mailbox<CoordinatorMessage> coordinator = new Mailbox<>();
    Mailbox<Fetch> fetches = new Mailbox<>();
    Mailbox<Print> prints = new Mailbox<>();
    Mailbox<Answer> answers = new Mailbox<>();
    try (ServiceRounds.Lines lines = new ServiceRounds.Lines(parameters)) {
      host.start(new Coordinator(parameters, coordinator, fetches, prints, answers));
      host.start(new Retriever(parameters, fetches, coordinator));
      host.start(new Printer(parameters, lines, prints, coordinator));
      return host.perform(outcome -> new Client(parameters, coordinator, answers, outcome));
    }
  }

  @Override
  public void close() {
    host.close();
  }

  private interface CoordinatorMessage {}

  private record Request(int round, int acc) implements CoordinatorMessage {}

  private record Fetch(int round, int acc) {}

  private record Datum(int round, int datum, int acc) implements CoordinatorMessage {}

  private record Print(int round, int datum, int acc) {}

  private record Printed(int datum, int acc) implements CoordinatorMessage {}

  private record Answer(int datum, int acc) {}

  /** Asks for one round after the other. */
  private static final class Client extends Task<Void> {
    private final ServiceRounds parameters;
    private final Mailbox<CoordinatorMessage> coordinator;
    private final Mailbox<Answer> mailbox;
    private final Outcome outcome;

    Client(
        ServiceRounds parameters,
        Mailbox<CoordinatorMessage> coordinator,
        Mailbox<Answer> mailbox,
        Outcome outcome) {
      this.parameters = parameters;
      this.coordinator = coordinator;
      this.mailbox = mailbox;
      this.outcome = outcome;
    }

    @Override
    public void execute() throws Pausable {
      ServiceRounds.Answers answers = new ServiceRounds.Answers(parameters);
      outcome.startClock();
      boolean last = false;
      while (!last) {
        coordinator.putnb(new Request(answers.nextRound(), answers.acc()));
        Answer answer = mailbox.get();
        last = answers.add(answer.datum, answer.acc);
      }
      outcome.end(answers::report);
    }
  }

  private static final class Coordinator extends Task<Void> {
    private final ServiceRounds parameters;
    private final Mailbox<CoordinatorMessage> mailbox;
    private final Mailbox<Fetch> retriever;
    private final Mailbox<Print> printer;
    private final Mailbox<Answer> client;

    Coordinator(
        ServiceRounds parameters,
        Mailbox<CoordinatorMessage> mailbox,
        Mailbox<Fetch> retriever,
        Mailbox<Print> printer,
        Mailbox<Answer> client) {
      this.parameters = parameters;
      this.mailbox = mailbox;
      this.retriever = retriever;
      this.printer = printer;
      this.client = client;
    }

    @Override
    public void execute() throws Pausable {
      while (true) {
        CoordinatorMessage message = mailbox.get();
        if (message instanceof Request request) {
          retriever.putnb(new Fetch(request.round, witness(request.acc)));
        } else if (message instanceof Datum found) {
          printer.putnb(new Print(found.round, found.datum, witness(found.acc)));
        } else if (message instanceof Printed printed) {
          client.putnb(new Answer(printed.datum, witness(printed.acc)));
        }
      }
    }

    private int witness(int acc) {
      return parameters.witness(acc, ServiceRounds.COORDINATOR);
    }
  }

  private static final class Retriever extends Task<Void> {
    private final ServiceRounds parameters;
    private final Mailbox<Fetch> mailbox;
    private final Mailbox<CoordinatorMessage> coordinator;

    Retriever(
        ServiceRounds parameters, Mailbox<Fetch> mailbox, Mailbox<CoordinatorMessage> coordinator) {
      this.parameters = parameters;
      this.mailbox = mailbox;
      this.coordinator = coordinator;
    }

    @Override
    public void execute() throws Pausable {
      while (true) {
        Fetch fetch = mailbox.get();
        int acc = parameters.witness(fetch.acc, ServiceRounds.RETRIEVER);
        coordinator.putnb(new Datum(fetch.round, ServiceRounds.datum(fetch.round), acc));
      }
    }
  }

  private static final class Printer extends Task<Void> {
    private final ServiceRounds parameters;
    private final ServiceRounds.Lines lines;
    private final Mailbox<Print> mailbox;
    private final Mailbox<CoordinatorMessage> coordinator;

    Printer(
        ServiceRounds parameters,
        ServiceRounds.Lines lines,
        Mailbox<Print> mailbox,
        Mailbox<CoordinatorMessage> coordinator) {
      this.parameters = parameters;
      this.lines = lines;
      this.mailbox = mailbox;
      this.coordinator = coordinator;
    }

    @Override
    public void execute() throws Pausable {
      while (true) {
        Print print = mailbox.get();
        lines.print(print.round, print.datum);
        int acc = parameters.witness(print.acc, ServiceRounds.PRINTER);
        coordinator.putnb(new Printed(print.datum, acc));
      }
    }
  }
}
