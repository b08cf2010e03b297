package agon.bridge;

import jason.asSemantics.ArithFunction;
import jason.asSemantics.DefaultInternalAction;
import jason.asSemantics.TransitionSystem;
import jason.asSemantics.Unifier;
import jason.asSyntax.NumberTermImpl;
import jason.asSyntax.Term;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A function of a program's, as the engine asks for its value: an internal action whose last
 * argument is that.
 */
final class Calculation extends DefaultInternalAction {
  private static final long serialVersionUID = 1;

  /** No function has more arguments. */
  private static final int MOST = 16;

  private final ArithFunction function;

  private Calculation(ArithFunction function) {
    this.function = function;
  }

  static boolean isFunction(Class<?> type) {
    return ArithFunction.class.isAssignableFrom(type);
  }

  static Calculation of(Class<?> type) throws Exception {
    return new Calculation(made(type.asSubclass(ArithFunction.class)));
  }

  private static ArithFunction made(Class<? extends ArithFunction> type) throws Exception {
    return type.getConstructor().newInstance();
  }

  /** Its number, its name, and how many arguments it may have. */
  static byte[] described(int number, Class<? extends ArithFunction> type) throws Exception {
    ArithFunction function = made(type);
    List<Integer> counts = new ArrayList<>();
    for (int count = 0; count <= MOST; count++) {
      if (function.checkArity(count)) {
        counts.add(count);
      }
    }
    Writer writer =
        new Writer().count(number).add(1).add(1).string(function.getName()).count(counts.size());
    counts.forEach(writer::count);
    return writer.bytes();
  }

  @Override
  public Object execute(TransitionSystem system, Unifier unifier, Term[] arguments)
      throws Exception {
    int count = arguments.length - 1;
    Term[] given = Arrays.copyOf(arguments, count);
    for (Term each : given) {
      if (!each.isGround() && !function.allowUngroundTerms()) {
        return false;
      }
    }
    double value;
    try {
      value = function.evaluate(system, given);
    } catch (Exception wrong) {
      String call = function.getName() + Arrays.toString(given).replace('[', '(').replace(']', ')');
      system
          .getLogger()
          .severe(
              "Error in '"
                  + call
                  + "' -- "
                  + wrong.getMessage()
                  + " -- error while evaluating function");
      return false;
    }
    return unifier.unifies(arguments[count], new NumberTermImpl(value));
  }
}
