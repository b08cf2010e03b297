package game;

import jason.NoValueException;
import jason.asSyntax.ASSyntax;
import jason.asSyntax.Atom;
import jason.asSyntax.ListTerm;
import jason.asSyntax.ListTermImpl;
import jason.asSyntax.Literal;
import jason.asSyntax.NumberTerm;
import jason.asSyntax.Structure;
import jason.asSyntax.Term;
import jason.environment.Environment;

/** The board. A cell is a percept, and changes by percepts that are removed by unification. */
public class Board extends Environment {
  private static final int[][] LINES = {
    {1, 2, 3}, {4, 5, 6}, {7, 8, 9}, {1, 4, 7}, {2, 5, 8}, {3, 6, 9}, {1, 5, 9}, {3, 5, 7}
  };
  private static final Term EMPTY = new Atom("empty");

  private final Term[] cells = new Term[10];
  private int turn;

  @Override
  public void init(String[] args) {
    for (int i = 1; i <= 9; i++) {
      cells[i] = EMPTY;
      addPercept(cell(i));
    }
    next();
  }

  private Literal cell(int i) {
    return ASSyntax.createLiteral("cell", ASSyntax.createNumber(i), cells[i]);
  }

  private void next() {
    removePerceptsByUnif("cross", Literal.parseLiteral("turn(_)"));
    removePerceptsByUnif("nought", Literal.parseLiteral("turn(_)"));
    turn++;
    addPercept(
        turn % 2 == 1 ? "cross" : "nought",
        ASSyntax.createLiteral("turn", ASSyntax.createNumber(turn)));
  }

  @Override
  public synchronized boolean executeAction(String agent, Structure action) {
    if (action.equals(Literal.parseLiteral("again(2)")) || action.getFunctor().equals("again")) {
      removePerceptsByUnif("judge", Literal.parseLiteral("over[why(_)]"));
      clearPercepts("judge");
      informAgsEnvironmentChanged("judge");
      return true;
    }
    int at;
    try {
      at = (int) ((NumberTerm) action.getTerm(1)).solve();
    } catch (NoValueException wrong) {
      return false;
    }
    if (!action.getFunctor().equals("put") || action.getArity() != 2 || !cells[at].equals(EMPTY)) {
      return false;
    }
    removePerceptsByUnif(Literal.parseLiteral("cell(" + at + ",_)"));
    cells[at] = action.getTerm(0);
    addPercept(cell(at));
    if (wins(action.getTerm(0))) {
      end(ASSyntax.createLiteral("won", action.getTerm(0)));
    } else if (turn == 9) {
      end(Literal.parseLiteral("drawn"));
    } else {
      next();
    }
    informAgsEnvironmentChanged();
    return true;
  }

  private boolean wins(Term who) {
    for (int[] line : LINES) {
      if (cells[line[0]].equals(who) && cells[line[1]].equals(who) && cells[line[2]].equals(who)) {
        return true;
      }
    }
    return false;
  }

  private void end(Literal why) {
    clearPercepts("cross");
    clearPercepts("nought");
    addPercept(why);
    ListTerm board = new ListTermImpl();
    ListTerm tail = board;
    for (int i = 1; i <= 9; i++) {
      tail = tail.append(cells[i]);
    }
    Literal over = Literal.parseLiteral("over");
    over.addAnnots(ASSyntax.createStructure("why", why), ASSyntax.createStructure("board", board));
    addPercept("judge", over);
  }
}
