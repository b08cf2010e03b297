package agon.virtualthreads;

import agon.harness.Arguments;
import agon.harness.Iteration;
import agon.harness.Outcome;
import agon.harness.Workload;
import agon.workload.Chameneos;
import agon.workload.Colour;
import java.util.ArrayList;
import java.util.List;

/** Creatures meet in pairs at a broker's, and change colour. */
final class ChameneosForest implements Workload {
  private final Chameneos parameters;

  // agon: begin harness
  ChameneosForest(Arguments arguments) {
    parameters = Chameneos.of(arguments);
    arguments.variant("default");
  }

  // agon: end

  @Override
  public Iteration iterate(int index) throws Exception {
    Mailbox<Request> requests = new Mailbox<>();
    Mailbox<Chameneos.Diary> reports = new Mailbox<>();
    List<Mailbox<CreatureMessage>> creatures = new ArrayList<>();
    try (Host host = new Host()) {
      host.start(new Broker(requests, parameters.meetings()));
      for (int number = 1; number <= parameters.creatures(); number++) {
        Chameneos.Diary diary = new Chameneos.Diary(number, parameters.witness());
        Mailbox<CreatureMessage> mailbox = new Mailbox<>();
        creatures.add(mailbox);
        host.start(new Creature(diary, mailbox, requests, reports));
      }
      return host.perform(outcome -> new Forest(parameters, creatures, reports, outcome));
    }
  }

  // agon: begin harness
  @Override
  public void close() {}

  // agon: end

  private interface CreatureMessage {}

  private enum Order implements CreatureMessage {
    START,
    TURN_AWAY
  }

  private record Meet(int creature, Colour colour) implements CreatureMessage {}

  private record Request(int creature, Colour colour, Mailbox<CreatureMessage> from) {}

  /** Sends the creatures off, and waits until all of them have been turned away. */
  private record Forest(
      Chameneos parameters,
      List<Mailbox<CreatureMessage>> creatures,
      Mailbox<Chameneos.Diary> reports,
      Outcome outcome)
      implements Actor {
    @Override
    public void act() throws InterruptedException {
      Chameneos.Diaries diaries = new Chameneos.Diaries(parameters);
      outcome.startClock();
      for (Mailbox<CreatureMessage> creature : creatures) {
        creature.put(Order.START);
      }
      boolean last = false;
      while (!last) {
        last = diaries.add(reports.get());
      }
      outcome.end(diaries::report);
    }
  }

  /** Pairs the creatures in the order of their requests. */
  private record Broker(Mailbox<Request> requests, int meetings) implements Actor {
    @Override
    public void act() throws InterruptedException {
      for (int left = meetings; left > 0; left--) {
        Request first = requests.get();
        Request second = requests.get();
        second.from.put(new Meet(first.creature, first.colour));
        first.from.put(new Meet(second.creature, second.colour));
      }
      while (true) {
        requests.get().from.put(Order.TURN_AWAY);
      }
    }
  }

  private record Creature(
      Chameneos.Diary diary,
      Mailbox<CreatureMessage> mailbox,
      Mailbox<Request> broker,
      Mailbox<Chameneos.Diary> forest)
      implements Actor {
    @Override
    public void act() throws InterruptedException {
      CreatureMessage message = mailbox.get();
      while (message != Order.TURN_AWAY) {
        if (message instanceof Meet meet) {
          diary.meet(meet.creature, meet.colour);
        }
        broker.put(new Request(diary.creature(), diary.colour(), mailbox));
        message = mailbox.get();
      }
      forest.put(diary);
    }
  }
}
