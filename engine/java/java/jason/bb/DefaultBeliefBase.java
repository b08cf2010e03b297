package jason.bb;

import jason.asSemantics.Agent;
import jason.asSemantics.Unifier;
import jason.asSyntax.Atom;
import jason.asSyntax.Literal;
import jason.asSyntax.PredicateIndicator;
import java.io.Serializable;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Set;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/**
 * Takes the place of Jason's class of this name, so that belief bases which are built on it are
 * built on the engine's: what an agent believes is in one place. One that no agent has keeps its
 * beliefs itself.
 */
public class DefaultBeliefBase extends BeliefBase implements Serializable {
  private static final long serialVersionUID = 1;

  /** Where belief bases that are made on a thread meanwhile keep what they have. */
  private static final ThreadLocal<BeliefBase> within = new ThreadLocal<>();

  /** Literals that came as percepts: the engine notes that itself. */
  protected Set<Literal> percepts = new HashSet<>();

  private transient BeliefBase kept;

  public DefaultBeliefBase() {
    kept = within.get() == null ? new Memory() : within.get();
  }

  /** From now on belief bases that are made on this thread keep what they have there. */
  public static void keepIn(BeliefBase place) {
    if (place == null) {
      within.remove();
    } else {
      within.set(place);
    }
  }

  /** Keeps what it has there from now on. */
  public final void bind(BeliefBase place) {
    if (kept instanceof Memory) {
      try {
        for (Literal each : kept) {
          place.add(1, each);
        }
      } catch (Exception wrong) {
        throw new IllegalStateException(wrong);
      }
    }
    kept = place;
  }

  @Override
  public void init(Agent agent, String[] arguments) {
    if (agent != null) {
      agent.getLogger().fine("the belief base begins");
    }
  }

  @Override
  public Set<Atom> getNameSpaces() {
    return kept.getNameSpaces();
  }

  /* since Jason 3.3
  @Override
  public void setNameSpaceProp(Atom space, Atom key, jason.asSyntax.Term value) {
    kept.setNameSpaceProp(space, key, value);
  }

  @Override
  public jason.asSyntax.Term getNameSpaceProp(Atom space, Atom key) {
    return kept.getNameSpaceProp(space, key);
  }

  @Override
  public Set<Atom> getNameSpaceProps(Atom space) {
    return kept.getNameSpaceProps(space);
  }
  since Jason 3.3 */

  @Override
  public int size() {
    return kept.size();
  }

  @Override
  public void clear() {
    kept.clear();
  }

  @Override
  public Iterator<Literal> getPercepts() {
    return kept.getPercepts();
  }

  Set<Literal> getPerceptsSet() {
    Set<Literal> all = new HashSet<>();
    kept.getPercepts().forEachRemaining(all::add);
    return all;
  }

  @Override
  public boolean add(Literal belief) /* throws jason.JasonException */ {
    return add(belief, false);
  }

  @Override
  public boolean add(int index, Literal belief) /* throws jason.JasonException */ {
    return add(belief, index != 0);
  }

  protected boolean add(Literal belief, boolean atEnd) /* throws jason.JasonException */ {
    return belief.canBeAddedInBB() && kept.add(atEnd ? 1 : 0, belief);
  }

  @Override
  public boolean remove(Literal belief) {
    return kept.remove(belief);
  }

  @Override
  public Iterator<Literal> iterator() {
    return kept.iterator();
  }

  @Override
  public boolean abolish(Atom namespace, PredicateIndicator predicate) {
    return kept.abolish(namespace, predicate);
  }

  @Override
  public Literal contains(Literal belief) {
    return kept.contains(belief);
  }

  @Override
  public Iterator<Literal> getCandidateBeliefs(PredicateIndicator predicate) {
    return kept.getCandidateBeliefs(predicate);
  }

  @Override
  public Iterator<Literal> getCandidateBeliefs(Literal literal, Unifier unifier) {
    return kept.getCandidateBeliefs(literal, unifier);
  }

  @Override
  public String toString() {
    return kept.toString();
  }

  @Override
  public BeliefBase clone() {
    DefaultBeliefBase copy = new DefaultBeliefBase();
    Memory memory = new Memory();
    for (Literal each : this) {
      memory.add(1, each.copy());
    }
    copy.kept = memory;
    return copy;
  }

  @Override
  public Element getAsDOM(Document document) {
    Element all = document.createElement("beliefs");
    for (Literal belief : this) {
      all.appendChild(belief.getAsDOM(document));
    }
    return all;
  }
}
