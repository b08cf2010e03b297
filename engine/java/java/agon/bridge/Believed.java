package agon.bridge;

import jason.asSyntax.Atom;
import jason.asSyntax.ListTerm;
import jason.asSyntax.ListTermImpl;
import jason.asSyntax.LiteralImpl;
import jason.asSyntax.Term;
import java.util.List;

/**
 * A fact of a belief base. In Jason it is the belief itself, so that annotations that are added
 * here, or taken away, are so in the engine, too.
 */
final class Believed extends LiteralImpl {
  private static final long serialVersionUID = 1;

  /** Whose it is, once it has been read. */
  private transient Beliefs of;

  Believed(Atom namespace, boolean positive, String name) {
    super(namespace, positive, name);
  }

  void belongs(Beliefs beliefs) {
    of = beliefs;
  }

  /** The fact with these annotations alone. */
  private LiteralImpl with(List<Term> annotations) {
    LiteralImpl literal = new LiteralImpl(this);
    ListTerm all = new ListTermImpl();
    all.addAll(annotations);
    literal.setAnnots(all);
    return literal;
  }

  @Override
  public boolean addAnnot(Term annotation) {
    boolean added = super.addAnnot(annotation);
    if (added && of != null) {
      of.add(with(List.of(annotation)));
    }
    return added;
  }

  @Override
  public boolean delAnnot(Term annotation) {
    boolean gone = super.delAnnot(annotation);
    if (gone && of != null) {
      of.remove(with(List.of(annotation)));
    }
    return gone;
  }

  @Override
  public boolean delAnnots(List<Term> annotations) {
    Beliefs whose = of;
    List<Term> named = List.copyOf(annotations);
    of = null;
    boolean gone = super.delAnnots(annotations);
    of = whose;
    if (gone && of != null) {
      of.remove(with(named));
    }
    return gone;
  }
}
