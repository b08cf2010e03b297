package agon.virtualthreads;

import agon.harness.Arguments;
import agon.harness.Iteration;
import agon.harness.Outcome;
import agon.harness.Workload;
import agon.workload.ServiceRounds;

/** A client is served by a coordinator, with the help of a retriever and a printer. */
final class Services implements Workload {
  private final ServiceRounds parameters;

  Services(Arguments arguments) {
    parameters = ServiceRounds.of(arguments);
    arguments.variant("default");
  }

  @Override
  public Iteration iterate(int index) throws Exception {
    Mailbox<CoordinatorMessage> coordinator = new Mailbox<>();
    Mailbox<Fetch> fetches = new Mailbox<>();
    Mailbox<Print> prints = new Mailbox<>();
    Mailbox<Answer> answers = new Mailbox<>();
    try (ServiceRounds.Lines lines = new ServiceRounds.Lines(parameters);
        Host host = new Host()) {
      host.start(new Coordinator(parameters, coordinator, fetches, prints, answers));
      host.start(new Retriever(parameters, fetches, coordinator));
      host.start(new Printer(parameters, lines, prints, coordinator));
      return host.perform(outcome -> new Client(parameters, coordinator, answers, outcome));
    }
  }

  @Override
  public void close() {}

  private interface CoordinatorMessage {}

  private record Request(int round, int acc) implements CoordinatorMessage {}

  private record Fetch(int round, int acc) {}

  private record Datum(int round, int datum, int acc) implements CoordinatorMessage {}

  private record Print(int round, int datum, int acc) {}

  private record Printed(int datum, int acc) implements CoordinatorMessage {}

  private record Answer(int datum, int acc) {}

  /** Asks for one round after the other. */
  private record Client(
      ServiceRounds parameters,
      Mailbox<CoordinatorMessage> coordinator,
      Mailbox<Answer> mailbox,
      Outcome outcome)
      implements Actor {
    @Override
    public void act() throws InterruptedException {
      ServiceRounds.Answers answers = new ServiceRounds.Answers(parameters);
      outcome.startClock();
      boolean last = false;
      while (!last) {
        coordinator.put(new Request(answers.nextRound(), answers.acc()));
        Answer answer = mailbox.get();
        last = answers.add(answer.datum, answer.acc);
      }
      outcome.end(answers::report);
    }
  }

  private record Coordinator(
      ServiceRounds parameters,
      Mailbox<CoordinatorMessage> mailbox,
      Mailbox<Fetch> retriever,
      Mailbox<Print> printer,
      Mailbox<Answer> client)
      implements Actor {
    @Override
    public void act() throws InterruptedException {
      while (true) {
        CoordinatorMessage message = mailbox.get();
        if (message instanceof Request request) {
          retriever.put(new Fetch(request.round, witness(request.acc)));
        } else if (message instanceof Datum found) {
          printer.put(new Print(found.round, found.datum, witness(found.acc)));
        } else if (message instanceof Printed printed) {
          client.put(new Answer(printed.datum, witness(printed.acc)));
        }
      }
    }

    private int witness(int acc) {
      return parameters.witness(acc, ServiceRounds.COORDINATOR);
    }
  }

  private record Retriever(
      ServiceRounds parameters, Mailbox<Fetch> mailbox, Mailbox<CoordinatorMessage> coordinator)
      implements Actor {
    @Override
    public void act() throws InterruptedException {
      while (true) {
        Fetch fetch = mailbox.get();
        int acc = parameters.witness(fetch.acc, ServiceRounds.RETRIEVER);
        coordinator.put(new Datum(fetch.round, ServiceRounds.datum(fetch.round), acc));
      }
    }
  }

  private record Printer(
      ServiceRounds parameters,
      ServiceRounds.Lines lines,
      Mailbox<Print> mailbox,
      Mailbox<CoordinatorMessage> coordinator)
      implements Actor {
    @Override
    public void act() throws InterruptedException {
      while (true) {
        Print print = mailbox.get();
        lines.print(print.round, print.datum);
        int acc = parameters.witness(print.acc, ServiceRounds.PRINTER);
        coordinator.put(new Printed(print.datum, acc));
      }
    }
  }
}
