package agon.bridge;

import jason.mas2j.AgentParameters;
import jason.mas2j.MAS2JProject;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The agents that Java has had to do with, by name, and what the project says of them. */
final class Minds {
  private static final Map<String, Mind> known = new ConcurrentHashMap<>();
  private static volatile MAS2JProject project;

  private Minds() {}

  static void begin(MAS2JProject of) {
    project = of;
  }

  static Mind of(String name) {
    Mind mind = known.get(name);
    if (mind != null) {
      return mind;
    }
    synchronized (known) {
      mind = known.get(name);
      if (mind == null) {
        mind = new Mind(name, parameters(name));
        known.put(name, mind);
      }
      return mind;
    }
  }

  /** All is over. */
  static void end() {
    for (Mind mind : known.values()) {
      try {
        mind.end();
      } catch (Throwable thrown) {
        thrown.printStackTrace();
      }
    }
  }

  /** What the project says of an agent: of several that it declares together, each has a number. */
  private static AgentParameters parameters(String name) {
    if (project == null) {
      return null;
    }
    for (AgentParameters each : project.getAgents()) {
      String declared = each.getAgName();
      boolean several = each.getNbInstances() > 1;
      boolean fits =
          several
              ? name.startsWith(declared) && name.substring(declared.length()).matches("[0-9]+")
              : name.equals(declared);
      if (fits) {
        return each;
      }
    }
    return null;
  }
}
