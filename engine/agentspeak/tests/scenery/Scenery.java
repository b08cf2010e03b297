import jason.asSyntax.ListTerm;
import jason.asSyntax.Literal;
import jason.asSyntax.NumberTerm;
import jason.asSyntax.Structure;
import jason.asSyntax.Term;
import jason.environment.Environment;
import java.util.Collection;

/** Shows agents what they ask for: the environment of the golden cases, as mod.rs is in Rust. */
public class Scenery extends Environment {
  @Override
  public boolean executeAction(String agent, Structure action) {
    if (action.getFunctor().equals("slow")) {
      pause(action.getTerm(0));
      return true;
    }
    synchronized (this) {
      switch (action.getFunctor()) {
        case "add" -> addPercept(agent, literal(action.getTerm(0)));
        case "all" -> addPercept(literal(action.getTerm(0)));
        case "remove" -> removePerceptsByUnif(agent, (Literal) action.getTerm(0));
        case "only" -> {
          clearPercepts(agent);
          for (Term percept : (ListTerm) action.getTerm(0)) {
            addPercept(agent, literal(percept));
          }
        }
        default -> {
          return false;
        }
      }
      return true;
    }
  }

  /** No agent sees a scene while it changes. */
  @Override
  public synchronized Collection<Literal> getPercepts(String agent) {
    return super.getPercepts(agent);
  }

  /**
   * As environments make literals: from terms of the program Jason would take a constant for news
   * at each change.
   */
  private static Literal literal(Term term) {
    return ((Literal) term).copy().forceFullLiteralImpl();
  }

  private static void pause(Term milliseconds) {
    try {
      Thread.sleep((long) ((NumberTerm) milliseconds).solve());
    } catch (Exception interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
