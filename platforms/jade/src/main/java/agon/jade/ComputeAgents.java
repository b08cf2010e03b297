package agon.jade;

import agon.harness.Arguments;
import agon.harness.Iteration;
import agon.harness.Workload;
import agon.workload.Compute;
import jade.core.AID;
import jade.lang.acl.ACLMessage;
import java.io.IOException;

/** Agents compute, each for itself. */
final class ComputeAgents implements Workload {
  private final Compute parameters;
  private final Container container;

  ComputeAgents(Arguments arguments) throws IOException {
    arguments.variant("default");
    parameters = Compute.of(arguments);
    container = new Container();
  }

  @Override
  public Iteration iterate(int index) throws Exception {
    return Run.perform(container, index, run -> new Controller(run, parameters));
  }

  @Override
  public void close() throws IOException {
    container.close();
  }

  /** Starts all agents, and collects their results. */
  private static final class Controller extends Member {
    private final Run run;
    private final Compute parameters;
    private final Compute.Results results;
    private final AID[] agents;
    private int ready;

    Controller(Run run, Compute parameters) {
      super(run);
      this.run = run;
      this.parameters = parameters;
      results = new Compute.Results(parameters);
      agents = new AID[parameters.agents()];
    }

    @Override
    void begin() {
      for (int i = 0; i < agents.length; i++) {
        int number = i + 1;
        agents[i] = run.start("agent-" + number, new Computer(run, parameters, number, getAID()));
      }
    }

    @Override
    void onMessage(ACLMessage message) {
      if (message.getPerformative() == ACLMessage.INFORM) {
        long[] result = numbers(message);
        if (results.add(new Compute.Result((int) result[0], (int) result[1], result[2]))) {
          run.end(results::report);
        }
      } else if (++ready == agents.length) {
        run.startClock();
        for (AID agent : agents) {
          send(agent, ACLMessage.REQUEST);
        }
      }
    }
  }

  private static final class Computer extends Member {
    private final Compute parameters;
    private final int number;
    private final AID controller;

    Computer(Run run, Compute parameters, int number, AID controller) {
      super(run);
      this.parameters = parameters;
      this.number = number;
      this.controller = controller;
    }

    @Override
    void begin() {
      send(controller, ACLMessage.CONFIRM);
    }

    @Override
    void onMessage(ACLMessage message) {
      Compute.Result result = parameters.run(number);
      send(controller, ACLMessage.INFORM, words(result.agent(), result.x(), result.steps()));
    }
  }
}
