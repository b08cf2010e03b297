package agon.kilim;

import agon.harness.Arguments;
import agon.harness.Iteration;
import agon.harness.Outcome;
import agon.harness.Workload;
import agon.workload.Chameneos;
import agon.workload.Colour;
import java.util.ArrayList;
import java.util.List;
import kilim.Mailbox;
import kilim.Pausable;
import kilim.Task;

/** Creatures meet in pairs at a broker's, and change colour. */
final class ChameneosForest implements Workload {
  private final Chameneos parameters;
  private final Host host;

  // agon: begin harness
  ChameneosForest(Arguments arguments) {
    parameters = Chameneos.of(arguments);
    host = new Host(arguments, arguments.variant("affine", "fork-join"));
  }

  // agon: end

  @Override
  public Iteration iterate(int index) throws Exception {
    Mailbox<Request> requests = new Mailbox<>();
    host.start(new Broker(requests, parameters.meetings()));
    Mailbox<Chameneos.Diary> reports = new Mailbox<>();
    List<Mailbox<CreatureMessage>> creatures = new ArrayList<>();
    for (int number = 1; number <= parameters.creatures(); number++) {
      Chameneos.Diary diary = new Chameneos.Diary(number, parameters.witness());
      Mailbox<CreatureMessage> mailbox = new Mailbox<>();
      creatures.add(mailbox);
      host.start(new Creature(diary, mailbox, requests, reports));
    }
    return host.perform(outcome -> new Forest(parameters, creatures, reports, outcome));
  }

  // agon: begin harness
  @Override
  public void close() {
    host.close();
  }

  // agon: end

  private interface CreatureMessage {}

  private enum Order implements CreatureMessage {
    START,
    TURN_AWAY
  }

  private record Meet(int creature, Colour colour) implements CreatureMessage {}

  private record Request(int creature, Colour colour, Mailbox<CreatureMessage> from) {}

  /** Sends the creatures off, and waits until all of them have been turned away. */
  private static final class Forest extends Task<Void> {
    private final Chameneos parameters;
    private final List<Mailbox<CreatureMessage>> creatures;
    private final Mailbox<Chameneos.Diary> reports;
    private final Outcome outcome;

    Forest(
        Chameneos parameters,
        List<Mailbox<CreatureMessage>> creatures,
        Mailbox<Chameneos.Diary> reports,
        Outcome outcome) {
      this.parameters = parameters;
      this.creatures = creatures;
      this.reports = reports;
      this.outcome = outcome;
    }

    @Override
    public void execute() throws Pausable {
      Chameneos.Diaries diaries = new Chameneos.Diaries(parameters);
      outcome.startClock();
      for (Mailbox<CreatureMessage> creature : creatures) {
        creature.putnb(Order.START);
      }
      boolean last = false;
      while (!last) {
        last = diaries.add(reports.get());
      }
      outcome.end(diaries::report);
    }
  }

  /** Pairs the creatures in the order of their requests. */
  private static final class Broker extends Task<Void> {
    private final Mailbox<Request> requests;
    private final int meetings;

    Broker(Mailbox<Request> requests, int meetings) {
      this.requests = requests;
      this.meetings = meetings;
    }

    @Override
    public void execute() throws Pausable {
      for (int left = meetings; left > 0; left--) {
        Request first = requests.get();
        Request second = requests.get();
        second.from.putnb(new Meet(first.creature, first.colour));
        first.from.putnb(new Meet(second.creature, second.colour));
      }
      while (true) {
        requests.get().from.putnb(Order.TURN_AWAY);
      }
    }
  }

  private static final class Creature extends Task<Void> {
    private final Chameneos.Diary diary;
    private final Mailbox<CreatureMessage> mailbox;
    private final Mailbox<Request> broker;
    private final Mailbox<Chameneos.Diary> forest;

    Creature(
        Chameneos.Diary diary,
        Mailbox<CreatureMessage> mailbox,
        Mailbox<Request> broker,
        Mailbox<Chameneos.Diary> forest) {
      this.diary = diary;
      this.mailbox = mailbox;
      this.broker = broker;
      this.forest = forest;
    }

    @Override
    public void execute() throws Pausable {
      CreatureMessage message = mailbox.get();
      while (message != Order.TURN_AWAY) {
        if (message instanceof Meet meet) {
          diary.meet(meet.creature, meet.colour);
        }
        broker.putnb(new Request(diary.creature(), diary.colour(), mailbox));
        message = mailbox.get();
      }
      forest.putnb(diary);
    }
  }
}
