package agon.bridge;

import jason.JasonException;
import jason.asSemantics.InternalAction;
import jason.asSemantics.Unifier;
import jason.asSyntax.Term;
import jason.asSyntax.VarTerm;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** Internal actions, by the numbers that the society knows them by. */
final class Actions {
  private static final byte FAILS = 0;
  private static final byte HOLDS = 1;
  private static final byte SEVERAL = 2;
  private static final byte THROWN = 3;

  private final List<Class<? extends InternalAction>> types = new ArrayList<>();
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

  /** The number of the action that this class is. */
  synchronized byte[] number(String name) throws Exception {
    types.add(Bridge.load(name, InternalAction.class));
    return new Writer().count(types.size() - 1).bytes();
  }

  private synchronized Class<? extends InternalAction> type(int number) {
    return types.get(number);
  }

  /** Executes an action for an agent, on its thread. */
  byte[] execute(int number, Reader reader) {
    try {
      Mind mind = Minds.of(reader.string());
      mind.count();
      InternalAction action = mind.action(number, type(number));
      if (action.suspendIntention()) {
        throw new UnsupportedOperationException(
            action.getClass().getName()
                + " suspends its intention, which is not offered by agon yet");
      }
      Term[] arguments = new Term[reader.count()];
      for (int i = 0; i < arguments.length; i++) {
        arguments[i] = reader.term();
      }
      Unifier unifier = new Unifier();
      Object result = action.execute(mind.system(), unifier, arguments);
      if (result instanceof Boolean) {
        return (Boolean) result ? found(HOLDS, unifier, reader.variables()) : new byte[] {FAILS};
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
    return found(HOLDS, of.left.next(), of.variables);
  }

  /** Nobody asks for more of these. */
  void release(long id) {
    several.remove(id);
  }

  /** What the variables stand for that stand for something now. */
  private static byte[] found(byte kind, Unifier unifier, List<VarTerm> variables) {
    Writer writer = new Writer().add(kind);
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
