package agon.bridge;

import jason.RevisionFailedException;
import jason.architecture.AgArch;
import jason.asSemantics.Agent;
import jason.asSemantics.Intention;
import jason.asSemantics.InternalAction;
import jason.asSemantics.TransitionSystem;
import jason.asSyntax.Literal;
import jason.bb.BeliefBase;
import jason.bb.ChainBBAdapter;
import jason.bb.DefaultBeliefBase;
import jason.infra.local.LocalAgArch;
import jason.mas2j.AgentParameters;
import jason.mas2j.ClassParameters;
import jason.runtime.Settings;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * An agent as Java sees it. Jason's own classes are at work, on a belief base, a plan library and a
 * circumstance that ask the engine.
 */
final class BridgedAgent {
  /** Set on a thread on which an agent's own class loads what the engine has loaded. */
  private static final ThreadLocal<Boolean> loads = new ThreadLocal<>();

  private final String name;
  private final Agent agent;
  private final Body body;
  private final AgentParameters parameters;

  /** What the engine keeps: at the end of whatever belief base the agent has. */
  private final Beliefs beliefs;

  /** Each agent has its own of each action. The agent's thread alone comes here. */
  private final Map<Integer, InternalAction> actions = new HashMap<>();

  BridgedAgent(String name, AgentParameters parameters) {
    this.name = name;
    this.parameters = parameters;
    try {
      body = new Body(name);
      agent = agentOf(parameters);
      Settings settings = parameters == null ? new Settings() : parameters.getAsSetts(false, false);
      beliefs = new Beliefs(name);
      agent.setBB(beliefBaseOf(parameters));
      agent.setPL(new Plans(name));
      new Reasoner(name, agent, new Events(name, beliefs), settings, body);
      body.insertAgArch(body);
      body.setLogger();
    } catch (Exception wrong) {
      throw new IllegalStateException("there is no agent " + name + " for Java: " + wrong, wrong);
    }
  }

  /** Its class does what it does first, once it is known: it may ask the agent, and change it. */
  void create() {
    try {
      agent.initAg();
      if (agent.getBB() == beliefs) {
        addInitial();
      }
    } catch (Exception | StackOverflowError wrong) {
      wrong.printStackTrace();
      throw new IllegalStateException(
          "the class " + agent.getClass().getName() + " cannot begin: " + wrong, wrong);
    }
  }

  /** What its class has added. Belief bases throw other exceptions since Jason 3.3. */
  private void addInitial() throws Exception {
    List<Literal> first = new ArrayList<>(agent.getInitialBels());
    agent.getInitialBels().clear();
    Collections.reverse(first);
    for (Literal each : first) {
      if (each.isRule()) {
        agent.getBB().add(each);
        continue;
      }
      Literal belief = each.forceFullLiteralImpl();
      if (!belief.hasSource()) {
        belief.addAnnot(BeliefBase.TSelf);
      }
      List<Literal>[] changed = agent.brf(belief, null, Intention.EmptyInt);
      if (changed != null) {
        agent.getTS().updateEvents(changed, Intention.EmptyInt);
      }
    }
    List<Literal> goals = new ArrayList<>(agent.getInitialGoals());
    agent.getInitialGoals().clear();
    for (Literal each : goals) {
      Literal goal = each.forceFullLiteralImpl();
      if (!goal.hasSource()) {
        goal.addAnnot(BeliefBase.TSelf);
      }
      agent.getTS().getC().addAchvGoal(goal, Intention.EmptyInt);
    }
  }

  private static Agent agentOf(AgentParameters parameters) throws Exception {
    if (parameters == null || parameters.agClass == null) {
      return new Agent();
    }
    return Bridge.load(parameters.agClass.getClassName(), Agent.class)
        .getConstructor()
        .newInstance();
  }

  /** The belief base of the agent's class, on the engine's. */
  private BeliefBase beliefBaseOf(AgentParameters parameters) throws Exception {
    if (parameters == null || isPlain(parameters.getBBClass())) {
      return beliefs;
    }
    BeliefBase own =
        Bridge.load(parameters.getBBClass().getClassName(), BeliefBase.class)
            .getConstructor()
            .newInstance();
    BeliefBase last = own instanceof ChainBBAdapter ? ((ChainBBAdapter) own).getLastBB() : own;
    if (last instanceof DefaultBeliefBase) {
      ((DefaultBeliefBase) last).bind(beliefs);
    }
    return own;
  }

  private static boolean isPlain(ClassParameters type) {
    return type == null
        || type.getClassName().equals("jason.bb.DefaultBeliefBase")
        || type.getClassName().equals("jason.bb.IndexedBB") && !type.hasParameters();
  }

  /** The belief base begins; what the program believes from the start goes through it. */
  private void beginBeliefs() {
    BeliefBase own = agent.getBB();
    if (own == beliefs) {
      return;
    }
    List<Literal> first = beliefs.takeFacts();
    DefaultBeliefBase.keepIn(beliefs);
    try {
      own.init(agent, parameters.getBBClass().getParametersArray());
    } finally {
      DefaultBeliefBase.keepIn(null);
    }
    Collections.reverse(first);
    for (Literal each : first) {
      List<Literal>[] revised = null;
      try {
        revised = agent.brf(each, null, Intention.EmptyInt);
      } catch (RevisionFailedException refused) {
        // Then it is not believed.
      }
      if (revised == null) {
        new Ask(name, Ask.UNHEARD).term(each).answer();
      }
    }
  }

  /**
   * Before its first cycle: what its classes do then. Returns which functions it has of its own.
   */
  int begin(String source) throws Exception {
    beginBeliefs();
    addInitial();
    if (Functions.isOwn(agent.getClass(), "loadInitialAS", String.class)
        || Functions.isOwn(agent.getClass(), "load", String.class)) {
      load(source);
    }
    List<String> architectures =
        new ArrayList<>(parameters == null ? List.of() : parameters.getAgArchClasses());
    architectures.removeIf(each -> each.startsWith("jason."));
    body.createCustomArchs(architectures);
    return Functions.of(agent, agent.getTS().getAgArch());
  }

  /** The program has been loaded: what the agent's own class loads once more changes nothing. */
  @SuppressWarnings("deprecation")
  private void load(String source) throws Exception {
    loads.set(true);
    try {
      if (Functions.isOwn(agent.getClass(), "loadInitialAS", String.class)) {
        agent.loadInitialAS(source);
      } else {
        agent.load(source);
      }
    } finally {
      loads.remove();
    }
  }

  /** Does an agent's own class load the program, of whose texts there is nothing more to know? */
  static boolean loads() {
    return loads.get() != null;
  }

  /** Does the parser want this? */
  static boolean isParsed() {
    String parser = "jason.asSyntax.parser.";
    return loads()
        && StackWalker.getInstance()
            .walk(frames -> frames.anyMatch(frame -> frame.getClassName().startsWith(parser)));
  }

  /** The agent is no more. */
  void end() {
    for (AgArch each = agent.getTS().getAgArch(); each != null && each != body; ) {
      each.stop();
      each = each.getNextAgArch();
    }
    agent.stopAg();
  }

  /** Jason counts cycles in the architecture that comes first. */
  void count() {
    AgArch first = agent.getTS().getAgArch();
    if (first != body) {
      first.setCycleNumber(body.getCycleNumber());
    }
  }

  Beliefs beliefs() {
    return beliefs;
  }

  String name() {
    return name;
  }

  Agent agent() {
    return agent;
  }

  TransitionSystem system() {
    return agent.getTS();
  }

  LocalAgArch body() {
    return body;
  }

  InternalAction action(int number, Class<?> type) throws Exception {
    InternalAction action = actions.get(number);
    if (action == null) {
      // As well where a rule calls it that Java looks into.
      action = Calculation.isFunction(type) ? Calculation.of(type) : agent.getIA(type.getName());
      actions.put(number, action);
    }
    return action;
  }
}
