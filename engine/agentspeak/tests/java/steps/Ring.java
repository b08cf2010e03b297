import jason.asSyntax.ASSyntax;
import jason.asSyntax.NumberTerm;
import jason.asSyntax.Structure;
import jason.environment.TimeSteppedEnvironment;
import java.util.Map;
import java.util.TreeMap;

/** A ring of places; who moves, moves in the next step, all at once. */
public class Ring extends TimeSteppedEnvironment {
  private final Map<String, Integer> places = new TreeMap<>();
  private int size;
  private int last;

  @Override
  public void init(String[] arguments) {
    super.init(new String[] {"2000"});
    size = Integer.parseInt(arguments[0]);
    last = Integer.parseInt(arguments[1]);
    setOverActionsPolicy(OverActionsPolicy.queue);
    for (int i = 1; i <= 3; i++) {
      places.put("walker" + i, i);
    }
    updateAgsPercept();
  }

  @Override
  public boolean executeAction(String agent, Structure action) {
    if (action.getFunctor().equals("leave")) {
      places.remove(agent);
      return places.isEmpty() ? end() : true;
    }
    try {
      int by = (int) ((NumberTerm) action.getTerm(0)).solve();
      places.put(agent, (places.get(agent) + by) % size);
      return by < 5;
    } catch (Exception wrong) {
      System.out.println(wrong);
      return false;
    }
  }

  private boolean end() {
    try {
      getEnvironmentInfraTier().getRuntimeServices().stopMAS();
      return true;
    } catch (Exception wrong) {
      System.out.println(wrong);
      return false;
    }
  }

  @Override
  protected int requiredStepsForAction(String agent, Structure action) {
    return action.getFunctor().equals("rest") ? 2 : 1;
  }

  @Override
  protected void updateAgsPercept() {
    clearAllPercepts();
    addPercept(ASSyntax.createLiteral("step", ASSyntax.createNumber(getStep())));
    places.forEach(
        (name, place) ->
            addPercept(name, ASSyntax.createLiteral("place", ASSyntax.createNumber(place))));
  }

  @Override
  protected void stepFinished(int step, long took, boolean late) {
    if (step <= last) {
      System.out.println("step " + step + (late ? " late " : " ") + places);
    }
  }
}
