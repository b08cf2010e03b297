package crowd;

import jason.asSyntax.ASSyntax;
import jason.asSyntax.Literal;
import jason.asSyntax.NumberTerm;
import jason.asSyntax.Structure;
import jason.environment.Environment;
import java.util.HashMap;
import java.util.Map;

/** A square on which many walk, each on a way of its own. */
public class Square extends Environment {
  private int people;
  private int width;
  private int height;
  private int home;
  private final Map<String, int[]> places = new HashMap<>();

  @Override
  public void init(String[] args) {
    people = Integer.parseInt(args[0]);
    width = Integer.parseInt(args[1]);
    height = Integer.parseInt(args[2]);
    for (int i = 1; i <= people; i++) {
      String name = "walker" + i;
      places.put(name, new int[] {i % width, i / width % height, 0});
      show(name);
    }
  }

  private void show(String name) {
    int[] place = places.get(name);
    clearPercepts(name);
    addPercept(
        name,
        ASSyntax.createLiteral(
            "at",
            ASSyntax.createNumber(place[0]),
            ASSyntax.createNumber(place[1]),
            ASSyntax.createNumber(place[2])));
  }

  private static int number(Structure action, int place) {
    try {
      return (int) ((NumberTerm) action.getTerm(place)).solve();
    } catch (Exception wrong) {
      throw new IllegalArgumentException(wrong);
    }
  }

  @Override
  public synchronized boolean executeAction(String agent, Structure action) {
    int[] place = places.get(agent);
    switch (action.getFunctor()) {
      case "step":
        int dx = number(action, 0);
        int dy = number(action, 1);
        place[0] = Math.floorMod(place[0] + dx, width);
        place[1] = Math.floorMod(place[1] + dy, height);
        place[2]++;
        show(agent);
        informAgsEnvironmentChanged(agent);
        return true;
      case "leave":
        clearPercepts(agent);
        home++;
        removePerceptsByUnif(Literal.parseLiteral("left(_)"));
        addPercept(Literal.parseLiteral("left(" + home + ")"));
        informAgsEnvironmentChanged();
        return true;
      default:
        return false;
    }
  }
}
