package agon.typed;

import agon.harness.Arguments;
import agon.harness.Iteration;
import agon.harness.Report;
import agon.harness.Workload;
import agon.workload.Chameneos;
import agon.workload.Colour;
import agon.workload.RemoteLine;
import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Queue;
import java.util.function.Consumer;

/** Creatures of odd numbers, at node 0, meet those of even numbers, at node 1. */
final class RemoteForest implements Workload {
  private static final String START = "start";
  private static final String TURN_AWAY = "turn away";

  private final Chameneos parameters;
  private final RemoteHost<Object> node;

  RemoteForest(Arguments arguments) {
    arguments.variant("default");
    parameters = Chameneos.of(arguments);
    String peer = RemoteLine.peer(arguments);
    Behavior<Object> keeper = Behaviors.setup(context -> new ForestKeeper(context, parameters));
    node = new RemoteHost<>(arguments, 0, peer, keeper);
  }

  @Override
  public String place() {
    return node.place();
  }

  @Override
  public Iteration iterate(int index) throws Exception {
    return node.host()
        .<Object>run((context, done) -> new Forest(context, parameters, node.other(), done));
  }

  @Override
  public void close() {
    node.close();
  }

  /** To make the creatures of node 1. */
  private record People(ActorRef<Object> forest, ActorRef<Object> broker) implements Crossing {}

  private record Request(int creature, Colour colour) implements Crossing {}

  private record Meet(int creature, Colour colour) implements Crossing {}

  /** What a creature's diary has, when it has been turned away. */
  private record TurnedAway(int[] diary) implements Crossing {}

  /** Peoples the forest and waits until all creatures have been turned away. */
  private static final class Forest extends Leader<Object> {
    private final Chameneos.Diaries diaries;
    private final List<ActorRef<Object>> creatures;
    private int missing;

    Forest(
        ActorContext<Object> context,
        Chameneos parameters,
        ActorRef<Object> keeper,
        Consumer<Iteration> done) {
      super(context, done);
      diaries = new Chameneos.Diaries(parameters);
      creatures = new ArrayList<>(Collections.nCopies(parameters.creatures(), null));
      missing = creatures.size() / 2;
      Broker pairs = new Broker(parameters.meetings(), creatures);
      ActorRef<Object> broker = spawn(Behaviors.receiveMessage(pairs::onMessage));
      for (int number = 1; number <= creatures.size(); number += 2) {
        Creature creature = new Creature(number, parameters, broker, context.getSelf());
        creatures.set(number - 1, spawn(Behaviors.receiveMessage(creature::onMessage)));
      }
      keeper.tell(new People(context.getSelf(), broker));
    }

    @Override
    public Receive<Object> createReceive() {
      return receiveBuilder()
          .onMessage(Even.class, this::onEven)
          .onMessage(TurnedAway.class, this::onTurnedAway)
          .build();
    }

    private Behavior<Object> onEven(Even even) {
      creatures.set(even.number() - 1, even.actor());
      if (--missing == 0) {
        startClock();
        creatures.forEach(creature -> creature.tell(START));
      }
      return this;
    }

    private Behavior<Object> onTurnedAway(TurnedAway message) {
      boolean last = diaries.add(new Chameneos.Diary(message.diary));
      return last ? end(elapsedNanos(), diaries.report()) : this;
    }
  }

  /** Pairs a creature of each node. */
  private static final class Broker {
    /** All known before anybody asks for a meeting. */
    private final List<ActorRef<Object>> creatures;

    /** All of one node. */
    private final Queue<Request> waiting = new ArrayDeque<>();

    private int left;

    Broker(int meetings, List<ActorRef<Object>> creatures) {
      left = meetings;
      this.creatures = creatures;
    }

    Behavior<Object> onMessage(Object message) {
      Request request = (Request) message;
      Request first = waiting.peek();
      if (left == 0) {
        reply(request, TURN_AWAY);
      } else if (first == null || first.creature % 2 == request.creature % 2) {
        waiting.add(request);
      } else {
        waiting.remove();
        reply(request, new Meet(first.creature, first.colour));
        reply(first, new Meet(request.creature, request.colour));
        if (--left == 0) {
          waiting.forEach(other -> reply(other, TURN_AWAY));
        }
      }
      return Behaviors.same();
    }

    private void reply(Request to, Object message) {
      creatures.get(to.creature - 1).tell(message);
    }
  }

  private static final class Creature {
    private final Chameneos.Diary diary;
    private final ActorRef<Object> broker;
    private final ActorRef<Object> hearer;

    Creature(int number, Chameneos game, ActorRef<Object> broker, ActorRef<Object> hearer) {
      diary = new Chameneos.Diary(number, game.witness());
      this.broker = broker;
      this.hearer = hearer;
    }

    Behavior<Object> onMessage(Object message) {
      if (message.equals(TURN_AWAY)) {
        hearer.tell(new TurnedAway(diary.numbers()));
        return Behaviors.same();
      }
      if (message instanceof Meet meet) {
        diary.meet(meet.creature, meet.colour);
      }
      broker.tell(new Request(diary.creature(), diary.colour()));
      return Behaviors.same();
    }
  }

  /** Makes the creatures of node 1, and hands over how they ended. */
  private static final class ForestKeeper extends Keeper {
    private final Chameneos parameters;
    private final List<ActorRef<Object>> creatures = new ArrayList<>();
    private final List<TurnedAway> away = new ArrayList<>();
    private ActorRef<Object> forest;

    ForestKeeper(ActorContext<Object> context, Chameneos parameters) {
      super(context);
      this.parameters = parameters;
    }

    @Override
    void onMessage(Object message) {
      if (message instanceof People people) {
        forest = people.forest;
        for (int number = 2; number <= parameters.creatures(); number += 2) {
          Creature creature =
              new Creature(number, parameters, people.broker, getContext().getSelf());
          creatures.add(spawn(Behaviors.receiveMessage(creature::onMessage)));
          forest.tell(new Even(number, creatures.get(creatures.size() - 1)));
        }
      } else if (message instanceof TurnedAway turned) {
        away.add(turned);
        if (away.size() == parameters.creatures() / 2) {
          end();
        }
      }
    }

    private void end() {
      List<Chameneos.Diary> diaries =
          away.stream()
              .map(turned -> new Chameneos.Diary(turned.diary))
              .sorted(Comparator.comparing(Chameneos.Diary::creature))
              .toList();
      int[] meetings = diaries.stream().mapToInt(Chameneos.Diary::meetings).toArray();
      report(new Report().put("meetings", meetings));
      away.forEach(forest::tell);
      away.clear();
      creatures.forEach(getContext()::stop);
      creatures.clear();
    }
  }
}
