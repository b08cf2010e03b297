package made;

import jason.asSemantics.Agent;
import jason.asSyntax.Literal;

/** Has goals before all others. */
public class First extends Agent {
  private static final long serialVersionUID = 1;

  @Override
  public void initAg() {
    super.initAg();
    String n = getTS().getSettings().getUserParameter("n");
    for (int i = 0; i < (n == null ? 1 : Integer.parseInt(n)); i++) {
      getTS().getC().addAchvGoal(Literal.parseLiteral("do(" + i + ")"), null);
    }
  }
}
