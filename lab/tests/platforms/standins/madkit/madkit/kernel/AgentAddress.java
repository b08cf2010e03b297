package madkit.kernel;

/** An agent in its role within a group. */
public class AgentAddress {
  final AbstractAgent agent;
  final String group;

  AgentAddress(AbstractAgent agent, String group) {
    this.agent = agent;
    this.group = group;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof AgentAddress address
        && address.agent == agent
        && address.group.equals(group);
  }

  @Override
  public int hashCode() {
    return System.identityHashCode(agent);
  }
}
