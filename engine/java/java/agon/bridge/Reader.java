package agon.bridge;

import jason.asSyntax.ASSyntax;
import jason.asSyntax.Atom;
import jason.asSyntax.ListTerm;
import jason.asSyntax.ListTermImpl;
import jason.asSyntax.Literal;
import jason.asSyntax.LiteralImpl;
import jason.asSyntax.NumberTermImpl;
import jason.asSyntax.Rule;
import jason.asSyntax.StringTermImpl;
import jason.asSyntax.Structure;
import jason.asSyntax.Term;
import jason.asSyntax.VarTerm;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Reads what {@link Writer}, or the society, has written. */
final class Reader {
  /** Names come again and again: those that came last are not made once more. */
  private static final String[] NAMES = new String[1024];

  private static final int SHORT = 24;

  private final ByteBuffer bytes;
  private final List<VarTerm> variables = new ArrayList<>(4);

  /** Is what comes next a belief itself? */
  private boolean isBelief;

  Reader(byte[] bytes) {
    this.bytes = ByteBuffer.wrap(bytes);
  }

  /** A number that is not negative: seven bits a byte, the lowest first. */
  int count() {
    int count = 0;
    for (int shift = 0; ; shift += 7) {
      byte part = bytes.get();
      count |= (part & 0x7F) << shift;
      if (part >= 0) {
        return count;
      }
    }
  }

  String string() {
    int length = count();
    int start = bytes.arrayOffset() + bytes.position();
    bytes.position(bytes.position() + length);
    if (length > SHORT) {
      return new String(bytes.array(), start, length, StandardCharsets.UTF_8);
    }
    int hash = length;
    for (int i = start; i < start + length; i++) {
      hash = 31 * hash + bytes.array()[i];
    }
    int place = hash & (NAMES.length - 1);
    String name = NAMES[place];
    if (name == null || !is(name, start, length)) {
      name = new String(bytes.array(), start, length, StandardCharsets.UTF_8);
      NAMES[place] = name;
    }
    return name;
  }

  /** Is this the name? Of one that is not all ASCII that is not known. */
  private boolean is(String name, int start, int length) {
    if (name.length() != length) {
      return false;
    }
    for (int i = 0; i < length; i++) {
      if (name.charAt(i) != bytes.array()[start + i]) {
        return false;
      }
    }
    return true;
  }

  /** Which beliefs there are. */
  long version() {
    return bytes.getLong();
  }

  boolean flag() {
    return bytes.get() != 0;
  }

  /** Beliefs of a belief base. */
  List<Literal> beliefs(Beliefs of) {
    List<Literal> all = new ArrayList<>();
    for (int left = count(); left > 0; left--) {
      isBelief = true;
      Literal each = belief();
      isBelief = false;
      if (each instanceof Believed) {
        ((Believed) each).belongs(of);
      }
      all.add(each);
    }
    return all;
  }

  /** A literal that programs may change as they like; or a rule. */
  Literal belief() {
    try {
      Term term = term();
      return term instanceof Rule ? (Rule) term : ((Literal) term).forceFullLiteralImpl();
    } catch (Exception wrong) {
      throw new IllegalStateException("what is believed is not understood: " + wrong, wrong);
    }
  }

  /** A term that was agreed to be one. */
  Term anyTerm() {
    try {
      return term();
    } catch (Exception wrong) {
      throw new IllegalStateException("a term is not understood: " + wrong, wrong);
    }
  }

  List<Literal> literals() {
    int count = count();
    List<Literal> all = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      all.add(belief());
    }
    return all;
  }

  /** A term that an action is: with a structure's methods even where it has no arguments. */
  Structure action() throws Exception {
    Term term = term();
    if (term instanceof Structure) {
      return (Structure) term;
    }
    if (term instanceof Literal) {
      return new LiteralImpl((Literal) term);
    }
    // A number or a string: there is no action for it.
    return new LiteralImpl(true, term.toString());
  }

  Term term() throws Exception {
    byte tag = bytes.get();
    switch (tag) {
      case Tags.NUMBER:
        return new NumberTermImpl(bytes.getDouble());
      case Tags.INTEGER:
        return new NumberTermImpl(bytes.getInt());
      case Tags.STRING:
        return new StringTermImpl(string());
      case Tags.ATOM:
        return new Atom(string());
      case Tags.LIST:
        return list(false);
      case Tags.OPEN_LIST:
        return list(true);
      case Tags.STRUCTURE:
        return structure();
      case Tags.VARIABLE:
        return variable(count());
      case Tags.FRESH:
        return new VarTerm(string());
      case Tags.RULE:
        return ASSyntax.parseRule(string() + ".");
      case Tags.FORMULA:
        for (int left = count(); left > 0; left--) {
          variable(count());
        }
        return ASSyntax.parseTerm(string());
      case Tags.TEXT:
        return ASSyntax.parseTerm(string());
      default:
        throw new IllegalStateException("tag " + tag);
    }
  }

  /** The society's variables that have been read, each once. */
  List<VarTerm> variables() {
    return variables;
  }

  private VarTerm variable(int number) {
    VarTerm variable = new VarTerm(Writer.VARIABLE + number);
    if (!variables.contains(variable)) {
      variables.add(variable);
    }
    return variable;
  }

  private ListTerm list(boolean open) throws Exception {
    ListTerm list = new ListTermImpl();
    ListTerm last = list;
    for (int left = count(); left > 0; left--) {
      last = last.append(term());
    }
    if (open) {
      last.setTail((VarTerm) term());
    }
    return list;
  }

  private Literal structure() throws Exception {
    int flags = bytes.get();
    boolean positive = (flags & Tags.NEGATED) == 0;
    String name = string();
    Atom space = (flags & Tags.NAMESPACE) == 0 ? Literal.DefaultNS : new Atom(string());
    Literal literal =
        isBelief ? new Believed(space, positive, name) : new LiteralImpl(space, positive, name);
    isBelief = false;
    for (int left = count(); left > 0; left--) {
      literal.addTerm(term());
    }
    if ((flags & Tags.ANNOTATED) != 0) {
      for (int left = count(); left > 0; left--) {
        literal.addAnnot(term());
      }
    }
    return literal;
  }
}
