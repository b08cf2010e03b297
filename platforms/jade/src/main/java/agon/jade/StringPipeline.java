package agon.jade;

import agon.harness.Arguments;
import agon.harness.Iteration;
import agon.harness.Workload;
import agon.workload.Pipeline;
import jade.core.AID;
import jade.lang.acl.ACLMessage;
import java.io.IOException;

/** Strings pass three stages, each of which makes new ones of them. */
final class StringPipeline implements Workload {
  private final Pipeline parameters;
  private final Container container;

  StringPipeline(Arguments arguments) throws IOException {
    arguments.variant("default");
    parameters = Pipeline.of(arguments);
    container = new Container();
  }

  @Override
  public Iteration iterate(int index) throws Exception {
    try (Pipeline.Stages stages = new Pipeline.Stages(parameters)) {
      return Run.perform(container, index, run -> new Driver(run, parameters, stages));
    }
  }

  @Override
  public void close() throws IOException {
    container.close();
  }

  /** Builds the stages and sends the first one all tasks. */
  private static final class Driver extends Member {
    private static final int STAGES = 3;

    private final Run run;
    private final Iterable<String> requests;
    private final Pipeline.Stages stages;
    private AID first;
    private int ready;

    Driver(Run run, Pipeline parameters, Pipeline.Stages stages) {
      super(run);
      this.run = run;
      requests = parameters.requests();
      this.stages = stages;
    }

    @Override
    void begin() {
      AID write = run.start("write", new Stage(run, stages.write(), null, getAID()));
      AID index = run.start("index", new Stage(run, stages.index(), write, getAID()));
      first = run.start("download", new Stage(run, stages.download(), index, getAID()));
    }

    @Override
    void onMessage(ACLMessage message) {
      if (message.getPerformative() == ACLMessage.INFORM) {
        run.end(numbers(message)[0], stages::report);
      } else if (++ready == STAGES) {
        run.startClock();
        for (String request : requests) {
          send(first, ACLMessage.REQUEST, request);
        }
        send(first, ACLMessage.CANCEL);
      }
    }
  }

  /** One stage; the last has no next one. */
  private static final class Stage extends Member {
    private final Pipeline.Stage work;
    private final AID next;
    private final AID driver;

    Stage(Run run, Pipeline.Stage work, AID next, AID driver) {
      super(run);
      this.work = work;
      this.next = next;
      this.driver = driver;
    }

    @Override
    void begin() {
      send(driver, ACLMessage.CONFIRM);
    }

    @Override
    void onMessage(ACLMessage message) {
      if (message.getPerformative() == ACLMessage.REQUEST) {
        String made = work.make(message.getContent());
        if (next != null) {
          send(next, ACLMessage.REQUEST, made);
        }
        return;
      }
      work.end();
      if (next != null) {
        send(next, ACLMessage.CANCEL);
      } else {
        send(driver, ACLMessage.INFORM, words(System.nanoTime()));
      }
      doDelete();
    }
  }
}
