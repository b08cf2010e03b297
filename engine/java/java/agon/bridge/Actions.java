package agon.bridge;

import jason.JasonException;
import jason.asSemantics.ArithFunction;
import jason.asSemantics.ConcurrentInternalAction;
import jason.asSemantics.Intention;
import jason.asSemantics.InternalAction;
import jason.asSemantics.Unifier;
import jason.asSyntax.Atom;
import jason.asSyntax.InternalActionLiteral;
import jason.asSyntax.Literal;
import jason.asSyntax.Term;
import jason.asSyntax.VarTerm;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** Internal actions, by the numbers that the society knows them by. */
final class Actions {
  private static final byte FAILS = 0;
  private static final byte HOLDS = 1;
  private static final byte SEVERAL = 2;
  private static final byte THROWN = 3;
  private static final byte SUSPENDS = 4;

  /** Internal actions, and functions. */
  private final List<Class<?>> types = new ArrayList<>();

  /** Those that look at their arguments in a way of their own before they are executed. */
  private final Set<Integer> preparing = ConcurrentHashMap.newKeySet();

  private final Map<Long, Several> several = new ConcurrentHashMap<>();
  private final AtomicLong last = new AtomicLong();

  /** What is left of several solutions, of these variables. */
  private static final class Several {
    final Iterator<Unifier> left;
    final List<VarTerm> variables;

    Several(Iterator<Unifier> left, List<VarTerm> variables) {
      this.left = left;
      this.variables = variables;
    }
  }

  /**
   * The number of the action that this class is, or of the function, which comes with its name and
   * its numbers of arguments.
   */
  synchronized byte[] number(String name) throws Exception {
    Class<?> either = Bridge.load(name);
    int number = types.size();
    if (ArithFunction.class.isAssignableFrom(either)) {
      types.add(either);
      return Calculation.described(number, either.asSubclass(ArithFunction.class));
    }
    Class<? extends InternalAction> type = Bridge.load(name, InternalAction.class);
    types.add(type);
    if (Functions.isOwn(type, "prepareArguments", Literal.class, Unifier.class)) {
      preparing.add(number);
    }
    boolean inFormulas =
        Functions.isOwn(type, "canBeUsedInContext")
            ? type.getConstructor().newInstance().canBeUsedInContext()
            : !ConcurrentInternalAction.class.isAssignableFrom(type);
    return new Writer().count(number).add(inFormulas ? 1 : 0).add(0).bytes();
  }

  private synchronized Class<?> type(int number) {
    return types.get(number);
  }

  /** Executes an action for an agent, on its thread. */
  byte[] execute(int number, Reader reader) {
    BridgedAgent bridged = KnownAgents.of(reader.string());
    Visit visit = Visit.here();
    Beliefs before = visit.enter(bridged.beliefs(), reader.version());
    try {
      return execute(number, bridged, reader);
    } finally {
      visit.leave(before);
    }
  }

  private byte[] execute(int number, BridgedAgent bridged, Reader reader) {
    try {
      bridged.count();
      InternalAction action = bridged.action(number, type(number));
      Term[] arguments = new Term[reader.count()];
      for (int i = 0; i < arguments.length; i++) {
        arguments[i] = reader.term();
      }
      Unifier unifier = new Unifier();
      if (preparing.contains(number)) {
        Literal step = new InternalActionLiteral(action.getClass().getName());
        for (Term argument : arguments) {
          step.addTerm(argument);
        }
        arguments = action.prepareArguments(step, unifier);
      }
      Object result = action.execute(bridged.system(), unifier, arguments);
      if (result instanceof Boolean) {
        if (!(Boolean) result) {
          return new byte[] {FAILS};
        }
        if (action.suspendIntention()) {
          Intention intention = bridged.system().getC().getSelectedIntention();
          Outside outside = ((Events) bridged.system().getC()).outside();
          if (intention != null && outside.waits(intention, unifier, reader.variables())) {
            Term why = new Atom("concurrent_ia");
            return new Writer().add(SUSPENDS).term(why).bytes();
          }
        }
        return held(unifier, reader.variables());
      }
      if (result instanceof Iterator) {
        @SuppressWarnings("unchecked")
        Iterator<Unifier> left = (Iterator<Unifier>) result;
        long id = last.incrementAndGet();
        several.put(id, new Several(left, reader.variables()));
        return new Writer().add(SEVERAL).count((int) id).bytes();
      }
      throw new IllegalStateException("it gives back " + result);
    } catch (JasonException wrong) {
      boolean arguments = wrong.getErrorTerms().toString().contains("error(wrong_arguments)");
      return thrown(arguments ? "wrong_arguments" : "internal_action", wrong.getMessage());
    } catch (UnsupportedOperationException wrong) {
      return thrown("internal_action", wrong.getMessage());
    } catch (Throwable wrong) {
      wrong.printStackTrace();
      return thrown("unknown", "");
    }
  }

  private static byte[] thrown(String kind, String message) {
    return new Writer().add(THROWN).string(kind).string(message == null ? "" : message).bytes();
  }

  /** The next of several solutions; nothing, if there is none. */
  byte[] next(long id) {
    Several of = several.get(id);
    if (of == null || !of.left.hasNext()) {
      several.remove(id);
      return null;
    }
    return held(of.left.next(), of.variables);
  }

  private static byte[] held(Unifier unifier, List<VarTerm> variables) {
    return found(new Writer().add(HOLDS), unifier, variables);
  }

  /** No more of these will be requested. */
  void release(long id) {
    several.remove(id);
  }

  /** What the variables stand for that stand for something now. */
  static byte[] found(Unifier unifier, List<VarTerm> variables) {
    return found(new Writer(), unifier, variables);
  }

  private static byte[] found(Writer writer, Unifier unifier, List<VarTerm> variables) {
    for (VarTerm variable : variables) {
      // Variables that are the same: one of them has the value, if there is one.
      VarTerm same = unifier.deref(variable);
      Term value = unifier.get(same);
      if (value != null && !value.isVar()) {
        writer.add(1).variable(variable, null).term(value.capply(unifier), unifier);
      } else if (!same.equals(variable)) {
        writer.add(1).variable(variable, null).term(same, null);
      }
    }
    return writer.add(0).bytes();
  }
}
