package agon.bridge;

import jason.asSyntax.Structure;
import jason.mas2j.AgentParameters;
import jason.mas2j.ClassParameters;
import jason.mas2j.MAS2JProject;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The agents that Java has had to do with, by name, and what the project declares of them. */
final class KnownAgents {
  private static final Map<String, BridgedAgent> known = new ConcurrentHashMap<>();
  private static final Map<String, AgentParameters> declared = new ConcurrentHashMap<>();
  private static volatile MAS2JProject project;

  private KnownAgents() {}

  static void begin(MAS2JProject of) {
    project = of;
  }

  static BridgedAgent of(String name) {
    BridgedAgent bridged = known.get(name);
    if (bridged != null) {
      return bridged;
    }
    synchronized (known) {
      bridged = known.get(name);
      if (bridged == null) {
        bridged = new BridgedAgent(name, parameters(name));
        known.put(name, bridged);
        bridged.create();
      }
      return bridged;
    }
  }

  /**
   * The classes of an agent that the project does not declare: which kind each is of, and its text.
   */
  static void declare(String name, Reader reader) throws Exception {
    int count = reader.count();
    if (count == 0) {
      return;
    }
    AgentParameters parameters = new AgentParameters();
    parameters.name = name;
    for (int left = count; left > 0; left--) {
      int kind = reader.count();
      ClassParameters type = new ClassParameters(Structure.parse(reader.string()));
      if (kind == 0) {
        parameters.addArchClass(type);
      } else if (kind == 1) {
        parameters.agClass = type;
      } else {
        parameters.setBB(type);
      }
    }
    declared.put(name, parameters);
  }

  /** All is over. */
  static void end() {
    for (BridgedAgent bridged : known.values()) {
      try {
        bridged.end();
      } catch (Throwable thrown) {
        thrown.printStackTrace();
      }
    }
  }

  /**
   * What the project declares of an agent: of several that it declares together, each has a number.
   */
  private static AgentParameters parameters(String name) {
    if (declared.containsKey(name) || project == null) {
      return declared.get(name);
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
