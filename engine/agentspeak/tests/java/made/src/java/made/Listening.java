package made;

import jason.architecture.AgArch;
import jason.asSemantics.Event;
import jason.asSemantics.GoalListener;
import jason.asSyntax.Trigger;

/** Observes goals. */
public class Listening extends AgArch {
  private static final long serialVersionUID = 1;

  @Override
  public void init() {
    getTS()
        .addGoalListener(
            new GoalListener() {
              private static final long serialVersionUID = 1;

              @Override
              public void goalStarted(Event goal) {
                show("started", goal.getTrigger());
              }

              @Override
              public void goalFinished(Trigger goal, GoalStates result) {
                show("finished " + result, goal);
              }
            });
  }

  private static void show(String what, Trigger goal) {
    String name = goal.getLiteral().getFunctor();
    if (name.startsWith("g")) {
      System.out.println(what + " " + name);
    }
  }
}
