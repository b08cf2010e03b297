package lab;

import jason.NoValueException;
import jason.asSyntax.ListTerm;
import jason.asSyntax.NumberTerm;
import jason.asSyntax.StringTerm;
import jason.asSyntax.Term;
import java.util.StringJoiner;

/** AgentSpeak terms as JSON: numbers, strings, atoms (as strings) and lists of them. */
final class Json {

  private Json() {}

  static String of(Term term) throws NoValueException {
    if (term instanceof NumberTerm number) {
      return Long.toString(integer(number));
    }
    if (term instanceof ListTerm list) {
      StringJoiner items = new StringJoiner(",", "[", "]");
      for (Term item : list) {
        items.add(of(item));
      }
      return items.toString();
    }
    if (term.isAtom() || term.isString()) {
      return string(text(term));
    }
    throw new IllegalArgumentException(term + " is no number, atom, string or list of them");
  }

  /** An AgentSpeak number is a double; the lab takes integers only, and exact ones. */
  static long integer(NumberTerm number) throws NoValueException {
    double value = number.solve();
    if (value != Math.rint(value) || Math.abs(value) > 1L << 53) {
      throw new IllegalArgumentException(number + " is no exact integer");
    }
    return (long) value;
  }

  static String text(Term term) {
    return term instanceof StringTerm string ? string.getString() : term.toString();
  }

  static String string(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    for (char c : text.toCharArray()) {
      if (c == '"' || c == '\\') {
        quoted.append('\\').append(c);
      } else if (c < ' ') {
        quoted.append("\\u%04x".formatted((int) c));
      } else {
        quoted.append(c);
      }
    }
    return quoted.append('"').toString();
  }
}
