package madkit.kernel;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;

/** An agent: its groups, its roles and its mailbox. */
public class AbstractAgent {
  /** What came of a request. */
  public enum ReturnCode {
    SUCCESS,
    NOT_GROUP,
    NOT_IN_GROUP,
    INVALID_AGENT_ADDRESS
  }

  private static final Set<String> GROUPS = ConcurrentHashMap.newKeySet();

  final BlockingQueue<Message> mailbox = new LinkedBlockingQueue<>();
  private final Map<String, AgentAddress> roles = new ConcurrentHashMap<>();
  private final CountDownLatch activated = new CountDownLatch(1);
  private volatile boolean alive = true;

  protected void activate() {}

  protected void end() {}

  void work() {}

  final void start() {
    Thread thread = new Thread(null, this::life, "agent", 1 << 18);
    thread.setDaemon(true);
    thread.start();
    try {
      activated.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private void life() {
    try {
      activate();
    } finally {
      activated.countDown();
    }
    try {
      work();
    } finally {
      end();
      alive = false;
      roles.clear();
    }
  }

  public ReturnCode launchAgent(AbstractAgent agent) {
    agent.start();
    return ReturnCode.SUCCESS;
  }

  public boolean createGroupIfAbsent(String community, String group) {
    return GROUPS.add(community + "/" + group);
  }

  public ReturnCode requestRole(String community, String group, String role) {
    String where = community + "/" + group;
    if (!GROUPS.contains(where)) {
      return ReturnCode.NOT_GROUP;
    }
    roles.put(where + "/" + role, new AgentAddress(this, where));
    return ReturnCode.SUCCESS;
  }

  public AgentAddress getAgentAddressIn(String community, String group, String role) {
    return roles.get(community + "/" + group + "/" + role);
  }

  /** Delivered only within a group, and only to who still lives. */
  public ReturnCode sendMessage(AgentAddress receiver, Message message) {
    AgentAddress own = null;
    for (AgentAddress address : roles.values()) {
      if (address.group.equals(receiver.group)) {
        own = address;
      }
    }
    if (own == null) {
      return ReturnCode.NOT_IN_GROUP;
    }
    if (!receiver.agent.alive) {
      return ReturnCode.INVALID_AGENT_ADDRESS;
    }
    message.sender = own;
    receiver.agent.mailbox.add(message);
    return ReturnCode.SUCCESS;
  }
}
