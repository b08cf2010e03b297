package agon.bridge;

import jason.runtime.RuntimeServices;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;

/**
 * What environments and actions may ask of the system that runs the agents. What is not offered
 * says so, by its name.
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

  private Object call(Method method, Object[] given) {
    switch (method.getName()) {
      case "getAgentsNames":
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
  private static String create(Object[] given) {
    for (int i = 2; i < given.length; i++) {
      boolean plain =
          given[i] == null
              || given[i] instanceof jason.runtime.Settings
              || given[i] instanceof jason.asSemantics.Agent
              || given[i] instanceof java.util.Collection && ((java.util.Collection<?>) given[i]).isEmpty()
              || given[i].toString().startsWith("jason.asSemantics.Agent")
              || given[i].toString().startsWith("jason.bb.DefaultBeliefBase");
      if (!plain) {
        throw Ask.missing("RuntimeServices.createAgent with " + given[i]);
      }
    }
    String source = (String) given[1];
    return new Ask(Ask.ANYBODY, Ask.CREATE).text((String) given[0]).text(source).answer().string();
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

  static List<String> agents() {
    return names(new Reader(Bridge.tell(Bridge.AGENTS, 0, null)));
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
    Bridge.tell(Bridge.STOP_SOCIETY, status, new Writer().count(Math.max(0, deadline)).bytes());
  }
}
