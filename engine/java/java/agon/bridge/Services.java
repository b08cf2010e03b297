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
        throw new UnsupportedOperationException(
            "RuntimeServices." + method.getName() + " is not offered by agon to Java yet");
    }
  }

  private static List<String> agents() {
    Reader reader = new Reader(Bridge.tell(Bridge.AGENTS, 0, null));
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
    Bridge.tell(Bridge.STOP_SOCIETY, status, new Writer().count(Math.max(0, deadline)).bytes());
  }
}
