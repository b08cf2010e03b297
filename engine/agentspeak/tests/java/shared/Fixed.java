package shared;

import jason.asSemantics.DefaultInternalAction;

/** An internal action that takes so many arguments, neither more nor fewer. */
public abstract class Fixed extends DefaultInternalAction {
  private static final long serialVersionUID = 1;

  private final int count;

  protected Fixed(int count) {
    this.count = count;
  }

  @Override
  public int getMinArgs() {
    return count;
  }

  @Override
  public int getMaxArgs() {
    return count;
  }
}
