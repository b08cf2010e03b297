package agon.jade;

import agon.harness.Arguments;
import agon.harness.Iteration;
import agon.harness.Workload;
import agon.workload.ServiceRounds;
import jade.core.AID;
import jade.lang.acl.ACLMessage;
import java.io.IOException;

/** A client asks a coordinator, which has a retriever and a printer do the work, round by round. */
final class Services implements Workload {
  private final ServiceRounds parameters;
  private final Container container;

  Services(Arguments arguments) throws IOException {
    arguments.variant("default");
    parameters = ServiceRounds.of(arguments);
    container = new Container();
  }

  @Override
  public Iteration iterate(int index) throws Exception {
    try (ServiceRounds.Lines lines = new ServiceRounds.Lines(parameters)) {
      return Run.perform(container, index, run -> new Client(run, parameters, lines));
    }
  }

  @Override
  public void close() throws IOException {
    container.close();
  }

  /** Starts the other three, and asks for one round after the other. */
  private static final class Client extends Member {
    private static final int OTHERS = 3;

    private final Run run;
    private final ServiceRounds parameters;
    private final ServiceRounds.Lines lines;
    private final ServiceRounds.Answers answers;
    private AID coordinator;
    private int ready;

    Client(Run run, ServiceRounds parameters, ServiceRounds.Lines lines) {
      super(run);
      this.run = run;
      this.parameters = parameters;
      this.lines = lines;
      answers = new ServiceRounds.Answers(parameters);
    }

    @Override
    void begin() {
      AID retriever = run.start("retriever", new Retriever(run, parameters, getAID()));
      AID printer = run.start("printer", new Printer(run, parameters, lines, getAID()));
      coordinator =
          run.start("coordinator", new Coordinator(run, parameters, getAID(), retriever, printer));
    }

    @Override
    void onMessage(ACLMessage message) {
      if (message.getPerformative() == ACLMessage.INFORM) {
        long[] answer = numbers(message);
        if (answers.add((int) answer[0], (int) answer[1])) {
          run.end(answers::report);
        } else {
          ask();
        }
      } else if (++ready == OTHERS) {
        run.startClock();
        ask();
      }
    }

    private void ask() {
      send(coordinator, ACLMessage.REQUEST, words(answers.nextRound(), answers.acc()));
    }
  }

  /** Mediates one round at a time. */
  private static final class Coordinator extends Member {
    private final ServiceRounds parameters;
    private final AID client;
    private final AID retriever;
    private final AID printer;
    private long round;
    private long datum;

    Coordinator(Run run, ServiceRounds parameters, AID client, AID retriever, AID printer) {
      super(run);
      this.parameters = parameters;
      this.client = client;
      this.retriever = retriever;
      this.printer = printer;
    }

    @Override
    void begin() {
      send(client, ACLMessage.CONFIRM);
    }

    @Override
    void onMessage(ACLMessage message) {
      long[] numbers = numbers(message);
      switch (message.getPerformative()) {
        case ACLMessage.REQUEST -> {
          round = numbers[0];
          send(retriever, ACLMessage.QUERY_REF, words(round, witness(numbers[1])));
        }
        case ACLMessage.INFORM -> {
          datum = numbers[0];
          send(printer, ACLMessage.REQUEST, words(round, datum, witness(numbers[1])));
        }
        // The printer's confirmation.
        default -> send(client, ACLMessage.INFORM, words(datum, witness(numbers[0])));
      }
    }

    private int witness(long acc) {
      return parameters.witness((int) acc, ServiceRounds.COORDINATOR);
    }
  }

  private static final class Retriever extends Member {
    private final ServiceRounds parameters;
    private final AID client;

    Retriever(Run run, ServiceRounds parameters, AID client) {
      super(run);
      this.parameters = parameters;
      this.client = client;
    }

    @Override
    void begin() {
      send(client, ACLMessage.CONFIRM);
    }

    @Override
    void onMessage(ACLMessage message) {
      long[] query = numbers(message);
      int acc = parameters.witness((int) query[1], ServiceRounds.RETRIEVER);
      int datum = ServiceRounds.datum((int) query[0]);
      send(message.getSender(), ACLMessage.INFORM, words(datum, acc));
    }
  }

  private static final class Printer extends Member {
    private final ServiceRounds parameters;
    private final ServiceRounds.Lines lines;
    private final AID client;

    Printer(Run run, ServiceRounds parameters, ServiceRounds.Lines lines, AID client) {
      super(run);
      this.parameters = parameters;
      this.lines = lines;
      this.client = client;
    }

    @Override
    void begin() {
      send(client, ACLMessage.CONFIRM);
    }

    @Override
    void onMessage(ACLMessage message) {
      long[] request = numbers(message);
      lines.print((int) request[0], (int) request[1]);
      int acc = parameters.witness((int) request[2], ServiceRounds.PRINTER);
      send(message.getSender(), ACLMessage.CONFIRM, words(acc));
    }
  }
}
