package mine;

import jason.asSyntax.ASSyntax;
import jason.asSyntax.Structure;
import jason.environment.Environment;
import jason.environment.grid.Location;
import java.awt.GraphicsEnvironment;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Collectors;

/** A mine with gold, rocks, and a miner on each side. */
public class Mine extends Environment {
  private final Logger logger = Logger.getLogger("miners.mas2j." + Mine.class.getName());
  private MineModel model;
  private MineView view;

  @Override
  public void init(String[] args) {
    super.init(args);
    try {
      model = new MineModel(map(args[0]));
    } catch (IOException wrong) {
      logger.log(Level.SEVERE, "no map", wrong);
      return;
    }
    boolean headless = GraphicsEnvironment.isHeadless();
    if (!headless && !args[1].equals("no")) {
      view = new MineView(model);
      model.setView(view);
      System.out.println("a window of " + view.getWidth() + " by " + view.getHeight());
    }
    addPercept(
        ASSyntax.createLiteral(
            "size",
            ASSyntax.createNumber(model.getWidth()),
            ASSyntax.createNumber(model.getHeight())));
    addPercept("leader", ASSyntax.createLiteral("gold_total", ASSyntax.createNumber(model.left())));
    for (int miner = 0; miner < 2; miner++) {
      update(miner);
    }
    informAgsEnvironmentChanged();
  }

  private List<String> map(String name) throws IOException {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(getClass().getResourceAsStream(name), StandardCharsets.UTF_8))) {
      return lines.lines().collect(Collectors.toList());
    }
  }

  @Override
  public boolean executeAction(String agent, Structure action) {
    int miner = agent.charAt(agent.length() - 1) - '1';
    boolean done = false;
    String what = action.getFunctor();
    if (what.equals("move")) {
      done = model.move(miner, action.getTerm(0).toString());
    } else if (what.equals("pick")) {
      done = model.pick(miner);
    } else if (what.equals("drop")) {
      done = model.drop(miner);
    } else {
      logger.info("executing: " + action + ", but not implemented!");
    }
    if (done) {
      update(miner);
      informAgsEnvironmentChanged(agent);
    }
    return done;
  }

  /** What a miner sees: itself, its depot, the rocks and the gold of its side. */
  private void update(int miner) {
    String name = "miner" + (miner + 1);
    clearPercepts(name);
    Location at = model.getAgPos(miner);
    add(name, "pos", at.x, at.y);
    add(name, "depot", model.depots[miner].x, model.depots[miner].y);
    int half = model.getWidth() / 2;
    int from = miner == 0 ? 0 : half + 1;
    int to = miner == 0 ? half - 1 : model.getWidth() - 1;
    add(name, "side", from, to);
    for (int x = from; x <= to; x++) {
      for (int y = 0; y < model.getHeight(); y++) {
        if (model.hasObject(MineModel.GOLD, x, y)) {
          add(name, "gold", x, y);
        }
        if (model.hasObject(MineModel.OBSTACLE, x, y)) {
          add(name, "obstacle", x, y);
        }
      }
    }
  }

  private void add(String agent, String what, int x, int y) {
    addPercept(
        agent, ASSyntax.createLiteral(what, ASSyntax.createNumber(x), ASSyntax.createNumber(y)));
  }

  @Override
  public void stop() {
    if (view != null) {
      view.setVisible(false);
      view.dispose();
    }
    super.stop();
  }
}
