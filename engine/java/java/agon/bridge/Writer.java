package agon.bridge;

import jason.asSemantics.Unifier;
import jason.asSyntax.Atom;
import jason.asSyntax.ListTerm;
import jason.asSyntax.Literal;
import jason.asSyntax.LiteralImpl;
import jason.asSyntax.NumberTerm;
import jason.asSyntax.Pred;
import jason.asSyntax.Rule;
import jason.asSyntax.StringTerm;
import jason.asSyntax.Structure;
import jason.asSyntax.Term;
import jason.asSyntax.VarTerm;
import jason.bb.BeliefBase;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Set;

/** Writes what the society reads. */
final class Writer {
  /** What the society's variables are called here, with their numbers behind it. */
  static final String VARIABLE = "Agon__";

  private byte[] bytes = new byte[64];
  private int length;
  private Unifier unifier;
  private boolean named;

  /** What is written, with free space behind it. */
  byte[] buffer() {
    return bytes;
  }

  int length() {
    return length;
  }

  byte[] bytes() {
    return Arrays.copyOf(bytes, length);
  }

  Writer count(int count) {
    int left = count;
    while (left > 0x7F) {
      add(left | 0x80);
      left >>>= 7;
    }
    return add(left);
  }

  Writer string(String text) {
    int characters = text.length();
    boolean ascii = true;
    for (int i = 0; i < characters && ascii; i++) {
      ascii = text.charAt(i) < 0x80;
    }
    if (!ascii) {
      byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
      count(encoded.length).ensureCapacity(encoded.length);
      System.arraycopy(encoded, 0, bytes, length, encoded.length);
      length += encoded.length;
      return this;
    }
    count(characters).ensureCapacity(characters);
    for (int i = 0; i < characters; i++) {
      bytes[length++] = (byte) text.charAt(i);
    }
    return this;
  }

  Writer term(Term term) {
    if (term == BeliefBase.TSelf) {
      return add(Tags.OWN);
    }
    if (term.isVar()) {
      return variable((VarTerm) term, unifier);
    }
    if (term.isRule()) {
      return add(Tags.RULE).string(((Rule) term).getHead() + " :- " + ((Rule) term).getBody());
    }
    if (term.isArithExpr() || term.isInternalAction()) {
      return text(term);
    }
    if (term.isNumeric() && term instanceof NumberTerm) {
      return number(term);
    }
    if (term.isString()) {
      return add(Tags.STRING).string(((StringTerm) term).getString());
    }
    if (term.isList()) {
      return list((ListTerm) term);
    }
    if (term instanceof Literal && !term.isPlanBody() && isPlain((Literal) term)) {
      return literal((Literal) term);
    }
    return text(term);
  }

  /** The same, with each variable that the unifier makes another one written as that. */
  Writer term(Term term, Unifier same) {
    unifier = same;
    return term(term);
  }

  /** From now on variables are names, wherever they come from: each is another one there. */
  Writer named() {
    named = true;
    return this;
  }

  /** As the one that it is made by the unifier, if there is one. */
  Writer variable(VarTerm variable, Unifier same) {
    String name = (same == null ? variable : same.deref(variable)).getFunctor();
    if (!named && name.startsWith(VARIABLE)) {
      return add(Tags.VARIABLE).count(Integer.parseInt(name.substring(VARIABLE.length())));
    }
    return add(Tags.FRESH).string(name);
  }

  /** Classes of literals, and whether there is nothing to them that is not written here. */
  private static final ClassValue<Boolean> PLAIN =
      new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
          // Jason's sources are of a class without a name.
          Class<?> named = type.isAnonymousClass() ? type.getSuperclass() : type;
          return Set.of(Atom.class, Structure.class, Pred.class, LiteralImpl.class, Believed.class)
              .contains(named);
        }
      };

  private static boolean isPlain(Literal literal) {
    return PLAIN.get(literal.getClass());
  }

  private Writer number(Term term) {
    double number;
    try {
      number = ((NumberTerm) term).solve();
    } catch (Exception unsolvable) {
      return text(term);
    }
    int whole = (int) number;
    if (whole == number && (whole != 0 || 1 / number > 0)) {
      return add(Tags.INTEGER).add(whole >>> 24).add(whole >>> 16).add(whole >>> 8).add(whole);
    }
    add(Tags.NUMBER);
    long bits = Double.doubleToRawLongBits(number);
    for (int shift = 56; shift >= 0; shift -= 8) {
      add((int) (bits >>> shift));
    }
    return this;
  }

  private Writer list(ListTerm list) {
    int size = 0;
    ListTerm cell = list;
    while (!cell.isEmpty()) {
      size++;
      if (cell.isTail()) {
        break;
      }
      cell = cell.getNext();
    }
    VarTerm tail = cell.isEmpty() ? null : cell.getTail();
    add(tail == null ? Tags.LIST : Tags.OPEN_LIST).count(size);
    cell = list;
    for (int i = 0; i < size; i++) {
      term(cell.getTerm());
      cell = i + 1 < size ? cell.getNext() : cell;
    }
    return tail == null ? this : term(tail);
  }

  private Writer literal(Literal literal) {
    boolean inDefault = literal.getNS() == null || literal.getNS() == Literal.DefaultNS;
    inDefault |= literal.getNS() != null && literal.getNS().getFunctor().equals("default");
    int arity = literal.getArity();
    ListTerm annotations = literal.hasAnnot() ? literal.getAnnots() : null;
    boolean annotated = annotations != null && !annotations.isEmpty();
    if (arity == 0 && inDefault && !annotated && !literal.negated()) {
      return add(Tags.ATOM).string(literal.getFunctor());
    }
    add(Tags.STRUCTURE);
    add(
        (literal.negated() ? Tags.NEGATED : 0)
            | (inDefault ? 0 : Tags.NAMESPACE)
            | (annotated ? Tags.ANNOTATED : 0));
    string(literal.getFunctor());
    if (!inDefault) {
      string(literal.getNS().getFunctor());
    }
    count(arity);
    for (int i = 0; i < arity; i++) {
      term(literal.getTerm(i));
    }
    if (annotated) {
      count(annotations.size());
      for (Term annotation : annotations) {
        term(annotation);
      }
    }
    return this;
  }

  private Writer text(Term term) {
    return add(Tags.TEXT).string(term.toString());
  }

  Writer add(int part) {
    ensureCapacity(1);
    bytes[length++] = (byte) part;
    return this;
  }

  private void ensureCapacity(int more) {
    if (length + more > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(length + more, 2 * bytes.length));
    }
  }
}
