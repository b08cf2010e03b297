package agon.bridge;

import jason.architecture.AgArch;
import jason.asSemantics.ActionExec;
import jason.asSemantics.Agent;
import jason.asSemantics.Intention;
import jason.asSemantics.Message;
import jason.asSyntax.Literal;
import jason.bb.BeliefBase;
import jason.bb.ChainBBAdapter;
import jason.bb.DefaultBeliefBase;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Queue;

/** Which functions an agent has of its own, as the engine counts them (`custom.rs`). */
final class Functions {
  static final int EVENT = 1;
  static final int OPTION = 1 << 1;
  static final int INTENTION = 1 << 2;
  static final int MESSAGE = 1 << 3;
  static final int ACCEPT = 1 << 4;
  static final int REVISE = 1 << 5;
  static final int UPDATE = 1 << 6;
  static final int PERCEIVE = 1 << 7;
  static final int MAIL = 1 << 8;
  static final int ACT = 1 << 9;
  static final int SEND = 1 << 10;
  static final int BROADCAST = 1 << 11;
  static final int START = 1 << 12;
  static final int FINISH = 1 << 13;
  static final int QUERY = 1 << 14;

  static final int PLANS = 1 << 16;

  private int found;

  private Functions() {}

  static int of(Agent agent, AgArch first) throws NoSuchMethodException {
    Functions functions = new Functions();
    Class<?> type = agent.getClass();
    functions.add(EVENT, type, "selectEvent", Queue.class);
    functions.add(OPTION, type, "selectOption", List.class);
    functions.add(INTENTION, type, "selectIntention", Queue.class);
    functions.add(MESSAGE, type, "selectMessage", Queue.class);
    functions.add(ACCEPT, type, "socAcc", Message.class);
    functions.add(REVISE, type, "brf", Literal.class, Literal.class, Intention.class);
    functions.add(
        REVISE, type, "brf", Literal.class, Literal.class, Intention.class, boolean.class);
    functions.add(REVISE, type, "addBel", Literal.class);
    functions.add(UPDATE, type, "buf", Collection.class);
    // Since Jason 3.3 they are an agent's; it asks for them where selectOption is its own, too.
    boolean finds = isOwnNamed(type, "relevantPlans", "applicablePlans");
    functions.found |= finds && (functions.found & OPTION) != 0 ? PLANS : 0;
    for (Class<?> base : beliefBases(agent.getBB())) {
      functions.found |= declares(base, "add", "remove", "getPercepts") ? REVISE | UPDATE : 0;
      functions.found |= declares(base, "getCandidateBeliefs", "contains") ? QUERY : 0;
    }
    for (AgArch each = first; each != null; each = each.getNextAgArch()) {
      Class<?> arch = each.getClass();
      functions.add(PERCEIVE, arch, "perceive");
      functions.add(MAIL, arch, "checkMail");
      functions.add(ACT, arch, "act", ActionExec.class);
      functions.add(SEND, arch, "sendMsg", Message.class);
      functions.add(BROADCAST, arch, "broadcast", Message.class);
      functions.add(START, arch, "reasoningCycleStarting");
      functions.add(FINISH, arch, "reasoningCycleFinished");
    }
    return functions.found;
  }

  /** The classes of the belief base, which may be a chain. */
  private static List<Class<?>> beliefBases(BeliefBase first) {
    List<Class<?>> all = new ArrayList<>();
    all.add(first.getClass());
    BeliefBase each = first;
    while (each instanceof ChainBBAdapter && ((ChainBBAdapter) each).getNextAdapter() != null) {
      each = ((ChainBBAdapter) each).getNextAdapter();
      all.add(each.getClass());
    }
    return all;
  }

  /** Has the class a method of one of these names that the engine's belief base does not know? */
  private static boolean declares(Class<?> base, String... names) {
    List<Class<?>> plain = List.of(BeliefBase.class, ChainBBAdapter.class, DefaultBeliefBase.class);
    for (Class<?> each = base; each != null && !plain.contains(each); each = each.getSuperclass()) {
      if (each == Beliefs.class) {
        return false;
      }
      for (Method method : each.getDeclaredMethods()) {
        if (List.of(names).contains(method.getName())) {
          return true;
        }
      }
    }
    return false;
  }

  /** Is this method neither Jason's nor ours? */
  static boolean isOwn(Class<?> type, String name, Class<?>... parameters)
      throws NoSuchMethodException {
    String where = type.getMethod(name, parameters).getDeclaringClass().getName();
    return !where.startsWith("jason.") && !where.startsWith("agon.bridge.");
  }

  /** Has the class a method of one of these names that is neither Jason's nor ours? */
  private static boolean isOwnNamed(Class<?> type, String... names) {
    for (Method method : type.getMethods()) {
      String where = method.getDeclaringClass().getName();
      if (List.of(names).contains(method.getName())
          && !where.startsWith("jason.")
          && !where.startsWith("agon.bridge.")) {
        return true;
      }
    }
    return false;
  }

  private void add(int function, Class<?> type, String name, Class<?>... parameters)
      throws NoSuchMethodException {
    if (isOwn(type, name, parameters)) {
      found |= function;
    }
  }
}
