package agon.bridge;

import jason.asSyntax.ASSyntax;
import jason.asSyntax.Term;
import jason.mas2j.ClassParameters;
import jason.runtime.RuntimeServices;
import jason.runtime.Settings;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What environments and actions may ask of the system that runs the agents. What is not offered
 * reports that, by its name.
 */
final class Services {
  private final String society;

  private Services(String society) {
    this.society = society;
  }

  static RuntimeServices of(String society) {
    Services services = new Services(society);
    ClassLoader loader = RuntimeServices.class.getClassLoader();
    Class<?>[] types = {RuntimeServices.class};
    // A proxy: what there is to be implemented differs from one version of Jason to the next.
    return (RuntimeServices)
        Proxy.newProxyInstance(loader, types, (proxy, method, with) -> services.call(method, with));
  }

  private Object call(Method method, Object[] given) throws Exception {
    switch (method.getName()) {
      case "getAgentsNames":
      case "getAgentsName": // since Jason 3.3
        return agents();
      case "getAgentsQty":
        return agents().size();
      case "getMASName":
        return society;
      case "isRunning":
        return true;
      case "createAgent":
        return create(given);
      case "startAgent":
        // It has begun when it was made.
        return null;
      case "killAgent":
        return new Ask(Ask.ANYBODY, Ask.KILL).text((String) given[0]).holds();
      case "getNewAgentName":
        return fresh((String) given[0]);
      case "dfRegister":
        directory(".df_register", given);
        return null;
      case "dfDeRegister":
        directory(".df_deregister", given);
        return null;
      case "dfSubscribe":
        directory(".df_subscribe", given);
        return null;
      case "dfSearch":
        return names(new Ask(Ask.ANYBODY, Ask.PROVIDERS).text((String) given[0]).answer());
      case "stopMAS":
        stop(given == null ? new Object[0] : given);
        return null;
      case "toString":
        return "the society " + society;
      case "hashCode":
        return System.identityHashCode(this);
      case "equals":
        return false;
      default:
        throw Ask.missing("RuntimeServices." + method.getName());
    }
  }

  /** Makes an agent and has it begin; gives back its name. */
  private static String create(Object[] given) throws Exception {
    List<String> classes = new ArrayList<>();
    List<Integer> kinds = new ArrayList<>();
    List<Term> beliefs = new ArrayList<>();
    List<Term> goals = new ArrayList<>();
    for (int i = 2; i < given.length; i++) {
      Object each = given[i];
      if (each instanceof Settings) {
        beliefs = literals(((Settings) each).getUserParameter(Settings.INIT_BELS));
        goals = literals(((Settings) each).getUserParameter(Settings.INIT_GOALS));
      } else if (each instanceof Collection) {
        for (Object architecture : (Collection<?>) each) {
          kinds.add(0);
          classes.add(architecture.toString());
        }
      } else if (each instanceof String && !each.equals("jason.asSemantics.Agent")) {
        kinds.add(1);
        classes.add((String) each);
      } else if (each instanceof ClassParameters) {
        String text = each.toString();
        boolean plain = text.startsWith("jason.bb.DefaultBeliefBase");
        if (!plain) {
          kinds.add(2);
          classes.add(text);
        }
      }
    }
    Ask ask = new Ask(Ask.ANYBODY, Ask.CREATE).text((String) given[0]).text((String) given[1]);
    ask.count(classes.size());
    for (int i = 0; i < classes.size(); i++) {
      ask.count(kinds.get(i)).text(classes.get(i));
    }
    ask.count(beliefs.size());
    beliefs.forEach(ask::term);
    ask.count(goals.size());
    goals.forEach(ask::term);
    return ask.answer().string();
  }

  /** What an option lists. */
  private static List<Term> literals(String text) throws Exception {
    return text == null ? new ArrayList<>() : ASSyntax.parseList("[" + text + "]").getAsList();
  }

  private static String fresh(String name) {
    List<String> taken = agents();
    String fresh = name;
    for (int i = 1; taken.contains(fresh); i++) {
      fresh = name + "_" + i;
    }
    return fresh;
  }

  /** What an agent has to do with the directory of services: its name comes first. */
  private static void directory(String action, Object[] given) {
    new Ask((String) given[0], Ask.LIBRARY)
        .text(action)
        .count(1)
        .term(new jason.asSyntax.StringTermImpl((String) given[1]))
        .answer();
  }

  /** In the order in which Jason names them, which is that of a table. */
  static List<String> agents() {
    Set<String> table = ConcurrentHashMap.newKeySet();
    table.addAll(names(new Reader(Bridge.upcall(Bridge.AGENTS, 0, null))));
    return new ArrayList<>(table);
  }

  private static List<String> names(Reader reader) {
    int count = reader.count();
    List<String> names = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      names.add(reader.string());
    }
    return names;
  }

  private static void stop(Object[] given) {
    int deadline = given.length > 0 && given[0] instanceof Integer ? (Integer) given[0] : 0;
    int status = given.length > 2 && given[2] instanceof Integer ? (Integer) given[2] : 0;
    stop(deadline, status);
  }

  static void stop(int deadline, int status) {
    Bridge.upcall(Bridge.STOP_SOCIETY, status, new Writer().count(Math.max(0, deadline)).bytes());
  }
}
