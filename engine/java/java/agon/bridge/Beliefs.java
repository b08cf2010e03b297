package agon.bridge;

import jason.asSemantics.Unifier;
import jason.asSyntax.ASSyntax;
import jason.asSyntax.Atom;
import jason.asSyntax.Literal;
import jason.asSyntax.PredicateIndicator;
import jason.asSyntax.Term;
import jason.asSyntax.Trigger;
import jason.asSyntax.VarTerm;
import jason.bb.BeliefBase;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/**
 * What an agent believes, which the engine keeps: each question and each change is a request. What
 * it gives out are copies.
 */
final class Beliefs extends BeliefBase {
  /** The number of beliefs that are not known. */
  static final long UNKNOWN = -1;

  private final String agent;

  /**
   * What there is of a predicate: the agent's thread alone knows, while {@link #known} holds which
   * beliefs there are.
   */
  private final Map<PredicateIndicator, List<Literal>> cached = new HashMap<>();

  private long known = UNKNOWN;

  /** A change of belief that the engine knows to be an event without a listener. */
  private volatile Literal unminded;

  private volatile Trigger.TEOperator change;

  Beliefs(String agent) {
    this.agent = agent;
  }

  /** All facts, the first ones first, which are believed no more. */
  List<Literal> takeFacts() {
    List<Literal> facts = beliefs(ask(Ask.ALL_BELIEFS));
    facts.removeIf(Literal::isRule);
    for (Literal each : facts) {
      ask(Ask.FORGET).term(each).answer();
      ((Believed) each).belongs(null);
    }
    return facts;
  }

  private Ask ask(int what) {
    return new Ask(agent, what);
  }

  private List<Literal> beliefs(Ask ask) {
    return ask.answer().beliefs(this);
  }

  /** The agent calls, and believes what this is the number of. */
  void arrive(long version) {
    if (version != known || version == UNKNOWN) {
      cached.clear();
      known = version;
      unminded = null;
    }
  }

  /** Is this an event without a listener? */
  boolean isUnminded(Trigger trigger) {
    if (trigger.getLiteral() != unminded
        || trigger.getOperator() != change
        || trigger.getType() != Trigger.TEType.belief) {
      return false;
    }
    // Once: the next one may have a listener.
    unminded = null;
    return true;
  }

  /** Changes what is believed; returns whether anything was changed. */
  private boolean change(Ask ask, Literal belief, Trigger.TEOperator how) {
    Visit visit = Visit.here();
    boolean here = visit.isOf(this);
    Reader reader = here ? ask.answer(visit) : ask.answer();
    boolean changed = reader.flag();
    change = how;
    unminded = reader.flag() ? belief : null;
    if (here) {
      cached.remove(belief.getPredicateIndicator());
      known = known == UNKNOWN ? UNKNOWN : reader.version();
    }
    return changed;
  }

  @Override
  public boolean add(Literal belief) {
    return add(0, belief);
  }

  @Override
  public boolean add(int index, Literal belief) {
    if (BridgedAgent.loads() && (belief.isRule() || belief.getNS().getFunctor().equals("kqml"))) {
      // The program's, which are there, and those for messages, which the engine reads itself.
      return false;
    }
    return change(
        ask(Ask.ADD).count(index == 0 ? 0 : 1).term(belief), belief, Trigger.TEOperator.add);
  }

  @Override
  public boolean remove(Literal belief) {
    return change(ask(Ask.REMOVE).term(belief), belief, Trigger.TEOperator.del);
  }

  @Override
  public void clear() {
    ask(Ask.CLEAR).answer();
  }

  @Override
  public Set<Atom> getNameSpaces() {
    Set<Atom> all = new HashSet<>();
    for (Literal space : ask(Ask.NAMESPACES).literals()) {
      all.add(new Atom(space.getFunctor()));
    }
    return all;
  }

  // Since Jason 3.3.

  public void setNameSpaceProp(Atom space, Atom key, Term value) {
    ask(Ask.PROPERTY).text(space.getFunctor()).text(key.getFunctor()).count(1).term(value).answer();
  }

  public Term getNameSpaceProp(Atom space, Atom key) {
    Reader found =
        ask(Ask.PROPERTY).text(space.getFunctor()).text(key.getFunctor()).count(0).answer();
    return found.count() == 0 ? null : found.anyTerm();
  }

  public Set<Atom> getNameSpaceProps(Atom space) {
    Set<Atom> all = new HashSet<>();
    for (Literal key : ask(Ask.PROPERTY).text(space.getFunctor()).text("").literals()) {
      all.add(new Atom(key.getFunctor()));
    }
    return all;
  }

  @Override
  public Iterator<Literal> iterator() {
    return new Found(beliefs(ask(Ask.ALL_BELIEFS)), false);
  }

  @Override
  public Iterator<Literal> getCandidateBeliefs(PredicateIndicator predicate) {
    String name = predicate.getFunctor();
    Literal literal = ASSyntax.createLiteral(name.replaceFirst("^~", ""));
    literal.setNegated(name.startsWith("~") ? Literal.LNeg : Literal.LPos);
    for (int i = 0; i < predicate.getArity(); i++) {
      literal.addTerm(new VarTerm("A" + i));
    }
    return candidates(literal);
  }

  @Override
  public Iterator<Literal> getCandidateBeliefs(Literal literal, Unifier unifier) {
    if (literal.isVar()) {
      return iterator();
    }
    boolean plain = unifier == null || unifier.size() == 0;
    return candidates(plain ? literal : (Literal) literal.capply(unifier));
  }

  private Iterator<Literal> candidates(Literal literal) {
    Visit visit = Visit.here();
    boolean here = visit.isOf(this) && literal.getNS() == Literal.DefaultNS;
    List<Literal> found =
        here && known != UNKNOWN ? cached.get(literal.getPredicateIndicator()) : null;
    if (found == null) {
      Ask ask = ask(Ask.CANDIDATES).term(literal);
      Reader reader = visit.isOf(this) ? ask.answer(visit) : ask.answer();
      boolean whole = reader.flag();
      long version = reader.version();
      found = reader.beliefs(this);
      if (here) {
        arrive(version);
        if (whole) {
          cached.put(literal.getPredicateIndicator(), found);
        }
      }
    }
    // Where there is nothing of a predicate, Jason has no iterator.
    return found.isEmpty() ? null : new Found(found, false);
  }

  @Override
  public Literal contains(Literal belief) {
    List<Literal> found = beliefs(ask(Ask.CONTAINS).term(belief));
    return found.isEmpty() ? null : found.get(0);
  }

  @Override
  public int size() {
    return ask(Ask.SIZE).number();
  }

  @Override
  public Iterator<Literal> getPercepts() {
    return new Found(beliefs(ask(Ask.PERCEPTS)), true);
  }

  @Override
  public boolean abolish(PredicateIndicator predicate) {
    return abolish(Literal.DefaultNS, predicate);
  }

  @Override
  public boolean abolish(Atom namespace, PredicateIndicator predicate) {
    return ask(Ask.ABOLISH)
        .text(namespace.getFunctor())
        .text(predicate.getFunctor())
        .count(predicate.getArity())
        .holds();
  }

  @Override
  public Element getAsDOM(Document document) {
    Element all = document.createElement("beliefs");
    for (Literal belief : this) {
      all.appendChild(belief.getAsDOM(document));
    }
    return all;
  }

  /** As the copy of an agent may keep it. */
  @Override
  public BeliefBase clone() {
    BeliefBase copy = new jason.bb.DefaultBeliefBase();
    try {
      for (Literal belief : this) {
        copy.add(1, belief);
      }
    } catch (Exception wrong) {
      throw new IllegalStateException(wrong);
    }
    return copy;
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    for (Literal belief : this) {
      text.append(belief).append('\n');
    }
    return text.toString();
  }

  /** What was found; it can be taken away from what is believed. */
  private final class Found implements Iterator<Literal> {
    private final Iterator<Literal> left;
    private final boolean percepts;
    private Literal last;

    Found(List<Literal> found, boolean percepts) {
      this.left = found.iterator();
      this.percepts = percepts;
    }

    @Override
    public boolean hasNext() {
      return left.hasNext();
    }

    @Override
    public Literal next() {
      last = left.next();
      return last;
    }

    @Override
    public void remove() {
      if (last == null) {
        throw new IllegalStateException();
      }
      if (percepts) {
        last.delAnnot(TPercept);
      } else {
        ask(Ask.FORGET).term(last).answer();
      }
      last = null;
    }
  }
}
