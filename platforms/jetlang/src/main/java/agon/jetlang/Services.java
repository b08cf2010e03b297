package agon.jetlang;

import agon.harness.Arguments;
import agon.harness.Iteration;
import agon.harness.Outcome;
import agon.harness.Workload;
import agon.workload.ServiceRounds;
import org.jetlang.channels.Channel;
import org.jetlang.channels.Publisher;
import org.jetlang.fibers.Fiber;

/** A client is served by a coordinator, with the help of a retriever and a printer. */
final class Services implements Workload {
  private final ServiceRounds parameters;
  private final Host host;

  Services(Arguments arguments) {
    host = Host.of(arguments.variant("pool", "thread"), arguments);
    parameters = ServiceRounds.of(arguments);
  }

  @Override
  public Iteration iterate(int index) throws Exception {
    try (ServiceRounds.Lines lines = new ServiceRounds.Lines(parameters);
        Troupe troupe = new Troupe(host)) {
      Channels channels = new Channels(troupe);
      channels.fetch.subscribe(troupe.fiber(), new Retriever(parameters, channels)::onFetch);
      channels.print.subscribe(troupe.fiber(), new Printer(parameters, channels, lines)::onPrint);
      Coordinator coordinator = new Coordinator(parameters, channels);
      Fiber fiber = troupe.fiber();
      channels.request.subscribe(fiber, coordinator::onRequest);
      channels.datum.subscribe(fiber, coordinator::onDatum);
      channels.printed.subscribe(fiber, coordinator::onPrinted);
      Client client = new Client(parameters, channels.request, troupe.outcome());
      Fiber leader = troupe.fiber();
      channels.answer.subscribe(leader, client::onAnswer);
      return troupe.perform(leader, client::ask);
    }
  }

  @Override
  public void close() {
    host.close();
  }

  private record Request(int round, int acc) {}

  private record Fetch(int round, int acc) {}

  private record Datum(int round, int datum, int acc) {}

  private record Print(int round, int datum, int acc) {}

  private record Printed(int datum, int acc) {}

  private record Answer(int datum, int acc) {}

  /** One for each message of a round, in their order. */
  private record Channels(
      Channel<Request> request,
      Channel<Fetch> fetch,
      Channel<Datum> datum,
      Channel<Print> print,
      Channel<Printed> printed,
      Channel<Answer> answer) {

    Channels(Troupe troupe) {
      this(
          troupe.channel(),
          troupe.channel(),
          troupe.channel(),
          troupe.channel(),
          troupe.channel(),
          troupe.channel());
    }
  }

  /** Asks for one round after the other. */
  private static final class Client {
    private final ServiceRounds.Answers answers;
    private final Publisher<Request> coordinator;
    private final Outcome outcome;

    Client(ServiceRounds parameters, Publisher<Request> coordinator, Outcome outcome) {
      answers = new ServiceRounds.Answers(parameters);
      this.coordinator = coordinator;
      this.outcome = outcome;
    }

    void ask() {
      coordinator.publish(new Request(answers.nextRound(), answers.acc()));
    }

    void onAnswer(Answer answer) {
      if (answers.add(answer.datum, answer.acc)) {
        outcome.end(answers::report);
      } else {
        ask();
      }
    }
  }

  private record Coordinator(ServiceRounds parameters, Channels channels) {

    void onRequest(Request request) {
      channels.fetch.publish(new Fetch(request.round, witness(request.acc)));
    }

    void onDatum(Datum found) {
      channels.print.publish(new Print(found.round, found.datum, witness(found.acc)));
    }

    void onPrinted(Printed printed) {
      channels.answer.publish(new Answer(printed.datum, witness(printed.acc)));
    }

    private int witness(int acc) {
      return parameters.witness(acc, ServiceRounds.COORDINATOR);
    }
  }

  private record Retriever(ServiceRounds parameters, Channels channels) {

    void onFetch(Fetch fetch) {
      int acc = parameters.witness(fetch.acc, ServiceRounds.RETRIEVER);
      channels.datum.publish(new Datum(fetch.round, ServiceRounds.datum(fetch.round), acc));
    }
  }

  private record Printer(ServiceRounds parameters, Channels channels, ServiceRounds.Lines lines) {

    void onPrint(Print print) {
      lines.print(print.round, print.datum);
      int acc = parameters.witness(print.acc, ServiceRounds.PRINTER);
      channels.printed.publish(new Printed(print.datum, acc));
    }
  }
}
