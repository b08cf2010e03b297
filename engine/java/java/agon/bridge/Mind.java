package agon.bridge;

import jason.asSemantics.Agent;
import jason.asSemantics.InternalAction;
import jason.asSemantics.TransitionSystem;
import jason.infra.local.LocalAgArch;
import jason.mas2j.AgentParameters;
import jason.runtime.Settings;
import java.util.HashMap;
import java.util.Map;

/**
 * An agent as Java sees it. Jason's own classes are at work, on a belief base, a plan library and a
 * circumstance that ask the engine.
 */
final class Mind {
  private final Agent agent;
  private final Body body;

  /** Each agent has its own of each action. The agent's thread alone comes here. */
  private final Map<Integer, InternalAction> actions = new HashMap<>();

  Mind(String name, AgentParameters said) {
    try {
      body = new Body(name);
      agent = new Agent();
      Settings settings = said == null ? new Settings() : said.getAsSetts(false, false);
      agent.setBB(new Beliefs(name));
      agent.setPL(new Plans(name));
      new Reasoner(name, agent, new Events(name), settings, body);
      body.insertAgArch(body);
      body.setLogger();
      agent.initAg();
    } catch (Exception wrong) {
      throw new IllegalStateException("there is no agent " + name + " for Java: " + wrong, wrong);
    }
  }

  TransitionSystem system() {
    return agent.getTS();
  }

  LocalAgArch body() {
    return body;
  }

  InternalAction action(int number, Class<? extends InternalAction> type) throws Exception {
    InternalAction action = actions.get(number);
    if (action == null) {
      // As well where a rule calls it that Java looks into.
      action = agent.getIA(type.getName());
      actions.put(number, action);
    }
    return action;
  }
}
