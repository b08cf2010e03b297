package jason.bb;

import jason.asSemantics.Unifier;
import jason.asSyntax.Atom;
import jason.asSyntax.Literal;
import jason.asSyntax.PredicateIndicator;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/** Beliefs that belong to no agent. */
final class Memory extends BeliefBase {
  /** By predicate: newer ones come first. */
  private final Map<String, List<Literal>> tables = new LinkedHashMap<>();

  private static String key(Literal literal) {
    return key(literal.getNS(), literal.getPredicateIndicator());
  }

  private static String key(Atom namespace, PredicateIndicator predicate) {
    return namespace + "::" + predicate;
  }

  private List<Literal> table(String key) {
    return tables.computeIfAbsent(key, none -> new ArrayList<>());
  }

  // Since Jason 3.3.

  private final Map<Atom, Map<Atom, jason.asSyntax.Term>> properties = new LinkedHashMap<>();

  public void setNameSpaceProp(Atom space, Atom key, jason.asSyntax.Term value) {
    properties.computeIfAbsent(space, none -> new LinkedHashMap<>()).put(key, value);
  }

  public jason.asSyntax.Term getNameSpaceProp(Atom space, Atom key) {
    return properties.getOrDefault(space, Map.of()).get(key);
  }

  public Set<Atom> getNameSpaceProps(Atom space) {
    return new HashSet<>(properties.getOrDefault(space, Map.of()).keySet());
  }

  @Override
  public void clear() {
    tables.clear();
  }

  @Override
  public Set<Atom> getNameSpaces() {
    Set<Atom> all = new HashSet<>();
    for (Literal each : this) {
      all.add(each.getNS());
    }
    return all;
  }

  @Override
  public int size() {
    return tables.values().stream().mapToInt(List::size).sum();
  }

  @Override
  public boolean add(Literal belief) {
    return add(0, belief);
  }

  @Override
  public boolean add(int index, Literal belief) {
    Literal known = contains(belief);
    if (known != null && !known.isRule()) {
      return known.importAnnots(belief);
    }
    List<Literal> table = table(key(belief));
    table.add(index == 0 ? 0 : table.size(), belief.copy());
    return true;
  }

  @Override
  public boolean remove(Literal belief) {
    Literal known = contains(belief);
    if (known == null || !belief.hasSubsetAnnot(known)) {
      return false;
    }
    boolean changed = known.delAnnots(belief.getAnnots());
    if (!known.hasSource()) {
      table(key(belief)).removeIf(each -> each == known);
      return true;
    }
    return changed;
  }

  @Override
  public boolean abolish(Atom namespace, PredicateIndicator predicate) {
    return tables.remove(key(namespace, predicate)) != null;
  }

  @Override
  public Literal contains(Literal belief) {
    for (Literal each : table(key(belief))) {
      if (each.equalsAsStructure(belief)) {
        return each;
      }
    }
    return null;
  }

  @Override
  public Iterator<Literal> iterator() {
    List<Literal> all = new ArrayList<>();
    tables.values().forEach(all::addAll);
    return all.iterator();
  }

  @Override
  public Iterator<Literal> getPercepts() {
    List<Literal> all = new ArrayList<>();
    for (Literal each : this) {
      if (each.hasAnnot(TPercept)) {
        all.add(each);
      }
    }
    return all.iterator();
  }

  @Override
  public Iterator<Literal> getCandidateBeliefs(PredicateIndicator predicate) {
    List<Literal> table = tables.get(key(Literal.DefaultNS, predicate));
    return table == null ? null : table.iterator();
  }

  @Override
  public Iterator<Literal> getCandidateBeliefs(Literal literal, Unifier unifier) {
    if (literal.isVar()) {
      return iterator();
    }
    List<Literal> table = tables.get(key(literal));
    return table == null ? null : table.iterator();
  }

  @Override
  public BeliefBase clone() {
    Memory copy = new Memory();
    for (Literal each : this) {
      copy.add(1, each);
    }
    return copy;
  }

  @Override
  public Element getAsDOM(Document document) {
    return document.createElement("beliefs");
  }
}
