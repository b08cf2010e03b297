package relay;

import jason.asSemantics.ActionExec;
import jason.asSyntax.Literal;
import jason.asSyntax.Structure;
import jason.environment.Environment;
import java.util.Collection;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Passing the baton takes a while, and fails without a receiver. */
public class Track extends Environment {
  private ScheduledExecutorService later;
  private final java.util.Map<String, Integer> laps = new java.util.TreeMap<>();
  private final AtomicInteger rests = new AtomicInteger();

  public Track() {
    super(3);
  }

  @Override
  public void init(String[] args) {
    super.init(args);
    later = Executors.newScheduledThreadPool(1);
    addPercept("first", Literal.parseLiteral("baton"));
  }

  @Override
  public void scheduleAction(final String agName, final Structure action, final Object infraData) {
    if (!action.getFunctor().equals("pass")) {
      super.scheduleAction(agName, action, infraData);
      return;
    }
    later.schedule(
        () -> {
          String to = action.getTerm(0).toString();
          boolean done = !to.equals("nobody");
          if (done) {
            removePercept(agName, Literal.parseLiteral("baton"));
            addPercept(to, Literal.parseLiteral("baton"));
            informAgsEnvironmentChanged(agName, to);
          } else {
            ActionExec exec = (ActionExec) infraData;
            exec.setFailureReason(Literal.parseLiteral("end(track)"), "nobody takes it");
            addPercept(
                "judge",
                Literal.parseLiteral(
                    "finished(" + agName + "," + laps.getOrDefault(agName, 0) + ")"));
            informAgsEnvironmentChanged("judge");
          }
          getEnvironmentInfraTier().actionExecuted(agName, action, done, infraData);
        },
        20,
        TimeUnit.MILLISECONDS);
  }

  @Override
  public boolean executeAction(String agName, Structure action) {
    if (action.getFunctor().equals("run")) {
      laps.merge(agName, 1, Integer::sum);
      getLogger().fine(agName + " runs");
      return isRunning();
    }
    if (action.getFunctor().equals("rest")) {
      // Two runners receive two cries each, and one is at the end.
      if (rests.incrementAndGet() == 5) {
        addPercept("judge", Literal.parseLiteral("quiet"));
        informAgsEnvironmentChanged("judge");
      }
      return true;
    }
    getLogger().info(agName + " cannot " + action);
    return false;
  }

  @Override
  public Collection<Literal> getPercepts(String agName) {
    Collection<Literal> all = super.getPercepts(agName);
    if (all != null && agName.equals("judge")) {
      try {
        int agents = getEnvironmentInfraTier().getRuntimeServices().getAgentsNames().size();
        all.add(Literal.parseLiteral("runners(" + (agents - 1) + ")"));
      } catch (Exception e) {
        getLogger().warning("nobody knows " + e);
      }
    }
    return all;
  }

  @Override
  public void stop() {
    later.shutdownNow();
    super.stop();
  }
}
