package lab;

import jason.asSemantics.Unifier;
import jason.asSyntax.StringTermImpl;
import jason.asSyntax.Term;

/**
 * {@code lab.replace_first(Text, Pattern, By, New)}: the text with what the pattern finds first
 * replaced. Jason's own {@code .replace} replaces all that it finds.
 */
public final class replace_first extends LabAction {
  private static final long serialVersionUID = 1L;

  public replace_first() {
    super(4, 4);
  }

  @Override
  boolean execute(Run run, Unifier unifier, Term[] args) {
    String made = text(args[0]).replaceFirst(text(args[1]), text(args[2]));
    return unifier.unifies(args[3], new StringTermImpl(made));
  }
}
