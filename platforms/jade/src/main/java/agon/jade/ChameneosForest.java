package agon.jade;

import agon.harness.Arguments;
import agon.harness.Iteration;
import agon.harness.Workload;
import agon.workload.Chameneos;
import agon.workload.Colour;
import jade.core.AID;
import jade.lang.acl.ACLMessage;
import java.io.IOException;

/** Creatures meet in pairs at a broker's, and change colour. */
final class ChameneosForest implements Workload {
  private static final Colour[] COLOURS = Colour.values();

  private final Chameneos parameters;
  private final Container container;

  // agon: begin harness
  ChameneosForest(Arguments arguments) throws IOException {
    arguments.variant("default");
    parameters = Chameneos.of(arguments);
    container = new Container();
  }

  // agon: end

  @Override
  public Iteration iterate(int index) throws Exception {
    return Run.perform(container, index, run -> new Forest(run, parameters));
  }

  // agon: begin harness
  @Override
  public void close() throws IOException {
    container.close();
  }

  // agon: end

  /** Peoples the forest and waits until all creatures have been turned away. */
  private static final class Forest extends Member {
    private final Run run;
    private final Chameneos parameters;
    private final Chameneos.Diaries diaries;
    private final Chameneos.Diary[] diary;
    private final AID[] creatures;
    private int ready;

    Forest(Run run, Chameneos parameters) {
      super(run);
      this.run = run;
      this.parameters = parameters;
      diaries = new Chameneos.Diaries(parameters);
      diary = new Chameneos.Diary[parameters.creatures()];
      creatures = new AID[parameters.creatures()];
    }

    @Override
    void begin() {
      AID broker = run.start("broker", new Broker(run, parameters.meetings(), getAID()));
      for (int i = 0; i < creatures.length; i++) {
        diary[i] = new Chameneos.Diary(i + 1, parameters.witness());
        creatures[i] =
            run.start("creature-" + (i + 1), new Creature(run, diary[i], broker, getAID()));
      }
    }

    @Override
    void onMessage(ACLMessage message) {
      if (message.getPerformative() == ACLMessage.CONFIRM) {
        ready();
      } else if (diaries.add(diary[(int) numbers(message)[0] - 1])) {
        run.end(diaries::report);
      }
    }

    private void ready() {
      if (++ready == creatures.length + 1) {
        run.startClock();
        for (AID creature : creatures) {
          send(creature, ACLMessage.REQUEST);
        }
      }
    }
  }

  /** Pairs the creatures in the order of their requests, whose content is number and colour. */
  private static final class Broker extends Member {
    private final AID forest;
    private int left;
    private ACLMessage waiting;

    Broker(Run run, int meetings, AID forest) {
      super(run);
      this.forest = forest;
      left = meetings;
    }

    @Override
    void begin() {
      send(forest, ACLMessage.CONFIRM);
    }

    @Override
    void onMessage(ACLMessage request) {
      if (left == 0) {
        send(request.getSender(), ACLMessage.REFUSE);
      } else if (waiting == null) {
        waiting = request;
      } else {
        send(request.getSender(), ACLMessage.PROPOSE, waiting.getContent());
        send(waiting.getSender(), ACLMessage.PROPOSE, request.getContent());
        waiting = null;
        left--;
      }
    }
  }

  private static final class Creature extends Member {
    private final Chameneos.Diary diary;
    private final AID broker;
    private final AID forest;

    Creature(Run run, Chameneos.Diary diary, AID broker, AID forest) {
      super(run);
      this.diary = diary;
      this.broker = broker;
      this.forest = forest;
    }

    @Override
    void begin() {
      send(forest, ACLMessage.CONFIRM);
    }

    @Override
    void onMessage(ACLMessage message) {
      switch (message.getPerformative()) {
        case ACLMessage.PROPOSE -> {
          long[] other = numbers(message);
          diary.meet((int) other[0], COLOURS[(int) other[1]]);
          request();
        }
        case ACLMessage.REQUEST -> request();
        // The diary itself lies where the forest can read it from now on.
        default -> send(forest, ACLMessage.INFORM, words(diary.creature()));
      }
    }

    private void request() {
      send(broker, ACLMessage.CFP, words(diary.creature(), diary.colour().ordinal()));
    }
  }
}
