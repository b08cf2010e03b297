package agon.madkit;

import agon.harness.Arguments;
import agon.harness.Iteration;
import agon.harness.Workload;
import agon.workload.ServiceRounds;
import madkit.kernel.AgentAddress;
import madkit.kernel.Message;

/** A client asks a coordinator, which has a retriever and a printer do the work, round by round. */
final class Services implements Workload {
  private final ServiceRounds parameters;
  private final Host host;

  Services(Arguments arguments) {
    parameters = ServiceRounds.of(arguments);
    host = new Host(arguments);
  }

  @Override
  public Iteration iterate(int index) throws Exception {
    try (ServiceRounds.Lines lines = new ServiceRounds.Lines(parameters)) {
      return host.run(new Client("services-" + index, parameters, lines));
    }
  }

  @Override
  public void close() {
    host.close();
  }

  /** What all messages carry; those to and from the coordinator differ in who sent them. */
  private static final class Round extends Message {
    private static final long serialVersionUID = 1;

    private final int round;
    private final int datum;
    private final int acc;

    Round(int round, int datum, int acc) {
      this.round = round;
      this.datum = datum;
      this.acc = acc;
    }
  }

  /** Launches the other three, and asks for one round after the other. */
  private static final class Client extends Host.Leader {
    private final ServiceRounds parameters;
    private final ServiceRounds.Lines lines;

    Client(String group, ServiceRounds parameters, ServiceRounds.Lines lines) {
      super(group);
      this.parameters = parameters;
      this.lines = lines;
    }

    @Override
    Iteration lead() {
      Retriever retriever = new Retriever(group(), parameters);
      Printer printer = new Printer(group(), parameters, lines);
      launchAgent(retriever);
      launchAgent(printer);
      Coordinator coordinator =
          new Coordinator(group(), parameters, address(), retriever.address(), printer.address());
      launchAgent(coordinator);

      ServiceRounds.Answers answers = new ServiceRounds.Answers(parameters);
      AgentAddress mediator = coordinator.address();
      long start = System.nanoTime();
      Round answer;
      do {
        sendMessage(mediator, new Round(answers.nextRound(), 0, answers.acc()));
        answer = (Round) waitNextMessage();
      } while (!answers.add(answer.datum, answer.acc));
      long elapsed = System.nanoTime() - start;

      for (Host.Member member : new Host.Member[] {coordinator, retriever, printer}) {
        sendMessage(member.address(), new Host.Stop());
      }
      return new Iteration(elapsed, answers.report());
    }
  }

  /** An agent that works on rounds until it is stopped. */
  private abstract static class Worker extends Host.Member {
    private final ServiceRounds parameters;
    private final int number;

    Worker(String group, ServiceRounds parameters, int number) {
      super(group);
      this.parameters = parameters;
      this.number = number;
    }

    abstract void handle(Round message, AgentAddress sender);

    @Override
    protected final void live() {
      for (Message next = waitNextMessage();
          next instanceof Round message;
          next = waitNextMessage()) {
        handle(message, message.getSender());
      }
    }

    final int witness(int acc) {
      return parameters.witness(acc, number);
    }
  }

  private static final class Retriever extends Worker {
    Retriever(String group, ServiceRounds parameters) {
      super(group, parameters, ServiceRounds.RETRIEVER);
    }

    @Override
    void handle(Round message, AgentAddress sender) {
      int datum = ServiceRounds.datum(message.round);
      sendMessage(sender, new Round(message.round, datum, witness(message.acc)));
    }
  }

  private static final class Printer extends Worker {
    private final ServiceRounds.Lines lines;

    Printer(String group, ServiceRounds parameters, ServiceRounds.Lines lines) {
      super(group, parameters, ServiceRounds.PRINTER);
      this.lines = lines;
    }

    @Override
    void handle(Round message, AgentAddress sender) {
      lines.print(message.round, message.datum);
      sendMessage(sender, new Round(message.round, message.datum, witness(message.acc)));
    }
  }

  /** Mediates one round at a time. */
  private static final class Coordinator extends Worker {
    private final AgentAddress client;
    private final AgentAddress retriever;
    private final AgentAddress printer;

    Coordinator(
        String group,
        ServiceRounds parameters,
        AgentAddress client,
        AgentAddress retriever,
        AgentAddress printer) {
      super(group, parameters, ServiceRounds.COORDINATOR);
      this.client = client;
      this.retriever = retriever;
      this.printer = printer;
    }

    @Override
    void handle(Round message, AgentAddress sender) {
      AgentAddress next;
      if (sender.equals(client)) {
        next = retriever;
      } else {
        next = sender.equals(retriever) ? printer : client;
      }
      sendMessage(next, new Round(message.round, message.datum, witness(message.acc)));
    }
  }
}
