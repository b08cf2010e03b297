package agon.typed;

import agon.harness.Arguments;
import agon.harness.Iteration;
import agon.harness.Workload;
import agon.workload.Chameneos;
import agon.workload.Colour;
import akka.actor.NoSerializationVerificationNeeded;
import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Creatures meet in pairs at a broker's, and change colour. */
final class ChameneosForest implements Workload {
  private final Chameneos parameters;
  private final Host host;

  // agon: begin harness
  ChameneosForest(Arguments arguments) {
    parameters = Chameneos.of(arguments);
    host = new Host(arguments);
  }

  @Override
  public Iteration iterate(int index) throws Exception {
    return host.<ForestMessage>run((context, done) -> new Forest(context, parameters, done));
  }

  @Override
  public void close() {
    host.close();
  }

  // agon: end

  private interface ForestMessage {}

  private enum Ready implements ForestMessage {
    INSTANCE
  }

  /** Never serialised: the diary is for the report, one a creature. */
  private record TurnedAway(Chameneos.Diary diary)
      implements ForestMessage, NoSerializationVerificationNeeded {}

  private interface CreatureMessage {}

  private record Start(ActorRef<Request> broker) implements CreatureMessage {}

  private record Meet(int creature, Colour colour) implements CreatureMessage {}

  private enum TurnAway implements CreatureMessage {
    INSTANCE
  }

  private record Request(int creature, Colour colour, ActorRef<CreatureMessage> from) {}

  /** Peoples the forest and waits until all creatures have been turned away. */
  private static final class Forest extends Leader<ForestMessage> {
    private final Chameneos.Diaries diaries;
    private final ActorRef<Request> broker;
    private final List<ActorRef<CreatureMessage>> creatures = new ArrayList<>();
    private int ready;

    Forest(ActorContext<ForestMessage> context, Chameneos parameters, Consumer<Iteration> done) {
      super(context, done);
      diaries = new Chameneos.Diaries(parameters);
      broker =
          spawn(
              Behaviors.setup(
                  self -> {
                    context.getSelf().tell(Ready.INSTANCE);
                    return Behaviors.receiveMessage(new Broker(parameters.meetings())::onRequest);
                  }));
      for (int number = 1; number <= parameters.creatures(); number++) {
        Chameneos.Diary diary = new Chameneos.Diary(number, parameters.witness());
        creatures.add(
            spawn(Behaviors.setup(self -> new Creature(self, diary, context.getSelf()).ready())));
      }
    }

    @Override
    public Receive<ForestMessage> createReceive() {
      return receiveBuilder()
          .onMessage(Ready.class, this::onReady)
          .onMessage(TurnedAway.class, this::onTurnedAway)
          .build();
    }

    private Behavior<ForestMessage> onReady(Ready message) {
      if (++ready == creatures.size() + 1) {
        startClock();
        creatures.forEach(creature -> creature.tell(new Start(broker)));
      }
      return this;
    }

    private Behavior<ForestMessage> onTurnedAway(TurnedAway message) {
      boolean last = diaries.add(message.diary);
      return last ? end(elapsedNanos(), diaries.report()) : this;
    }
  }

  /** Pairs the creatures in the order of their requests. */
  private static final class Broker {
    private int left;
    private Request waiting;

    Broker(int meetings) {
      left = meetings;
    }

    Behavior<Request> onRequest(Request request) {
      if (left == 0) {
        request.from.tell(TurnAway.INSTANCE);
      } else if (waiting == null) {
        waiting = request;
      } else {
        request.from.tell(new Meet(waiting.creature, waiting.colour));
        waiting.from.tell(new Meet(request.creature, request.colour));
        waiting = null;
        left--;
      }
      return Behaviors.same();
    }
  }

  private static final class Creature {
    private final ActorRef<CreatureMessage> self;
    private final Chameneos.Diary diary;
    private final ActorRef<ForestMessage> forest;
    private ActorRef<Request> broker;

    Creature(
        ActorContext<CreatureMessage> context,
        Chameneos.Diary diary,
        ActorRef<ForestMessage> forest) {
      self = context.getSelf();
      this.diary = diary;
      this.forest = forest;
    }

    Behavior<CreatureMessage> ready() {
      forest.tell(Ready.INSTANCE);
      return Behaviors.receiveMessage(this::onMessage);
    }

    private Behavior<CreatureMessage> onMessage(CreatureMessage message) {
      if (message instanceof Meet meet) {
        diary.meet(meet.creature, meet.colour);
        request();
      } else if (message instanceof Start start) {
        broker = start.broker;
        request();
      } else {
        forest.tell(new TurnedAway(diary));
      }
      return Behaviors.same();
    }

    private void request() {
      broker.tell(new Request(diary.creature(), diary.colour(), self));
    }
  }
}
