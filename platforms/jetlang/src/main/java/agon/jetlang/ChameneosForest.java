package agon.jetlang;

import agon.harness.Arguments;
import agon.harness.Iteration;
import agon.harness.Workload;
import agon.workload.Chameneos;
import agon.workload.Colour;
import org.jetlang.channels.Channel;
import org.jetlang.channels.Publisher;
import org.jetlang.fibers.Fiber;

/** Creatures meet in pairs at a broker's, and change colour. */
final class ChameneosForest implements Workload {
  private final Chameneos parameters;
  private final Host host;

  // agon: begin harness
  ChameneosForest(Arguments arguments) {
    host = Host.of(arguments.variant("pool", "thread"), arguments);
    parameters = Chameneos.of(arguments);
  }

  // agon: end

  @Override
  public Iteration iterate(int index) throws Exception {
    try (Troupe troupe = new Troupe(host)) {
      Channel<Request> requests = troupe.channel();
      requests.subscribe(troupe.fiber(), new Broker(parameters.meetings())::onRequest);
      Channel<Chameneos.Diary> reports = troupe.channel();
      Channel<Start> start = troupe.channel();
      for (int number = 1; number <= parameters.creatures(); number++) {
        Chameneos.Diary diary = new Chameneos.Diary(number, parameters.witness());
        Reception reception = new Reception(troupe.channel(), troupe.channel());
        Creature creature = new Creature(diary, reception, requests, reports);
        Fiber fiber = troupe.fiber();
        start.subscribe(fiber, creature::onStart);
        reception.meet.subscribe(fiber, creature::onMeet);
        reception.turnAway.subscribe(fiber, creature::onTurnAway);
      }
      Chameneos.Diaries diaries = new Chameneos.Diaries(parameters);
      Fiber forest = troupe.fiber();
      reports.subscribe(
          forest,
          diary -> {
            if (diaries.add(diary)) {
              troupe.outcome().end(diaries::report);
            }
          });
      return troupe.perform(forest, () -> start.publish(Start.INSTANCE));
    }
  }

  // agon: begin harness
  @Override
  public void close() {
    host.close();
  }

  // agon: end

  private enum Start {
    INSTANCE
  }

  private record Meet(int creature, Colour colour) {}

  private enum TurnAway {
    INSTANCE
  }

  /** The channels from the broker to a creature. */
  private record Reception(Channel<Meet> meet, Channel<TurnAway> turnAway) {}

  private record Request(int creature, Colour colour, Reception from) {}

  /** Pairs the creatures in the order of their requests. */
  private static final class Broker {
    private int left;
    private Request waiting;

    Broker(int meetings) {
      left = meetings;
    }

    void onRequest(Request request) {
      if (left == 0) {
        request.from.turnAway.publish(TurnAway.INSTANCE);
      } else if (waiting == null) {
        waiting = request;
      } else {
        request.from.meet.publish(new Meet(waiting.creature, waiting.colour));
        waiting.from.meet.publish(new Meet(request.creature, request.colour));
        waiting = null;
        left--;
      }
    }
  }

  private record Creature(
      Chameneos.Diary diary,
      Reception reception,
      Publisher<Request> broker,
      Publisher<Chameneos.Diary> forest) {

    void onStart(Start start) {
      request();
    }

    void onMeet(Meet meet) {
      diary.meet(meet.creature, meet.colour);
      request();
    }

    void onTurnAway(TurnAway turnAway) {
      forest.publish(diary);
    }

    private void request() {
      broker.publish(new Request(diary.creature(), diary.colour(), reception));
    }
  }
}
