package agon.bridge;

import jason.asSemantics.ActionExec;
import jason.asSyntax.Literal;
import jason.asSyntax.Structure;
import jason.environment.Environment;
import jason.environment.TimeSteppedEnvironment;
import jason.infra.local.BaseLocalMAS;
import jason.infra.local.LocalEnvironment;
import jason.runtime.RuntimeServices;
import java.lang.reflect.InvocationTargetException;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The user's environment, and what Jason's platform is to it. */
final class Stage extends LocalEnvironment {
  private final Environment environment;
  private final Map<String, Sight> sights = new ConcurrentHashMap<>();
  private final Watch watch;

  /** Where the environment schedules actions in its own way: that may take its time. */
  private final ActionQueues queues;

  private final boolean polls;

  /** Agents that have been notified of a change which they have not looked at. */
  private final Set<String> notified = ConcurrentHashMap.newKeySet();

  /** The same of all of them. */
  private volatile boolean allNotified;

  private volatile boolean running = true;

  Stage(Class<? extends Environment> type, String[] arguments) throws Exception {
    super(null, BaseLocalMAS.getRunner());
    try {
      environment = type.getConstructor().newInstance();
      setUserEnvironment(environment);
      boolean plain = isOf("scheduleAction", String.class, Structure.class, Object.class);
      queues = plain ? null : new ActionQueues();
      watch = new Watch();
      polls = !isOf("getPercepts", String.class) || !watch.over(environment);
      environment.setEnvironmentInfraTier(this);
      environment.init(arguments);
    } catch (NoSuchMethodException missing) {
      throw new Refused(type.getName() + " has no public constructor without arguments");
    } catch (InvocationTargetException thrown) {
      throw refused(thrown.getCause());
    } catch (Throwable thrown) {
      throw refused(thrown);
    }
  }

  private static Refused refused(Throwable thrown) {
    if (thrown instanceof java.awt.HeadlessException) {
      return new Refused(
          "it opens a window, and there is no display: set DISPLAY, or run it by xvfb-run");
    }
    thrown.printStackTrace();
    return new Refused(thrown.toString());
  }

  /** Is this method Jason's own? */
  private boolean isOf(String name, Class<?>... parameters) throws NoSuchMethodException {
    Class<?> where = environment.getClass().getMethod(name, parameters).getDeclaringClass();
    // A stepped environment alone decides whether to show what there is.
    return where == Environment.class
        || (name.equals("getPercepts") && where == TimeSteppedEnvironment.class);
  }

  /** Can percepts change without a notification? */
  boolean polls() {
    return polls;
  }

  void act(long number, Reader reader) throws Exception {
    String agent = reader.string();
    Act act = new Act(number, reader.action());
    if (queues == null) {
      environment.scheduleAction(agent, act.getActionTerm(), act);
    } else {
      queues.run(agent, () -> environment.scheduleAction(agent, act.getActionTerm(), act), act);
    }
  }

  /** An action that the agent's architecture hands on. */
  @Override
  public void act(String agent, ActionExec action) {
    environment.scheduleAction(agent, action.getActionTerm(), action);
  }

  /** Before it looks: what changes meanwhile is notified once more. */
  private void looks(String agent) {
    notified.remove(agent);
    allNotified = false;
  }

  byte[] perceive(String agent) {
    looks(agent);
    Sight sight = sights.computeIfAbsent(agent, name -> new Sight());
    return sight.changes(environment.getPercepts(agent));
  }

  Collection<Literal> percepts(String agent) {
    looks(agent);
    return environment.getPercepts(agent);
  }

  @Override
  public void stop() {
    running = false;
    environment.stop();
  }

  @Override
  public void informAgsEnvironmentChanged(String... agents) {
    if (!polls && isKnown(agents)) {
      return;
    }
    Writer writer = new Writer().count(agents.length);
    for (String agent : agents) {
      writer.string(agent);
    }
    Bridge.upcall(Bridge.INFORM, 0, writer.bytes());
  }

  /** Have these been notified, and not looked since? Notes that they are notified now. */
  private boolean isKnown(String... agents) {
    if (agents.length == 0) {
      boolean news = watch.takeNews();
      boolean known = allNotified && !news;
      allNotified = true;
      return known;
    }
    boolean known = true;
    for (String agent : agents) {
      // Who has seen all there is does not look: that is nothing that could be known.
      known &= !watch.contains(agent) && !notified.add(agent);
    }
    return known;
  }

  @Override
  public RuntimeServices getRuntimeServices() {
    return Bridge.services();
  }

  @Override
  public boolean isRunning() {
    return running;
  }

  @Override
  public void actionExecuted(String agent, Structure action, boolean success, Object infraData) {
    if (infraData instanceof Act) {
      ((ActionExec) infraData).setResult(success);
      ((Act) infraData).end();
    } else if (infraData instanceof ActionExec) {
      ((ActionExec) infraData).setResult(success);
      // The agent's node is notified, and none of its classes: as in Jason.
      KnownAgents.of(agent).body().actionExecuted((ActionExec) infraData);
    }
  }
}
