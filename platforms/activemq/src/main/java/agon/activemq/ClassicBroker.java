package agon.activemq;

import agon.jms.Broker;
import agon.workload.Throughput.Transport;
import java.io.IOException;
import java.net.URI;
import javax.jms.Connection;
import javax.jms.JMSException;
import org.apache.activemq.ActiveMQConnectionFactory;
import org.apache.activemq.broker.BrokerService;
import org.apache.activemq.broker.TransportConnector;
import org.apache.activemq.broker.region.policy.PolicyEntry;
import org.apache.activemq.broker.region.policy.PolicyMap;
import org.apache.activemq.broker.region.policy.VMPendingQueueMessageStoragePolicy;
import org.apache.activemq.broker.region.policy.VMPendingSubscriberMessageStoragePolicy;

/** An embedded broker of ActiveMQ Classic, which keeps all messages in memory. */
final class ClassicBroker implements Broker {
  /** What a destination may hold before it holds up its senders. */
  private static final long DESTINATION_BYTES = 1 << 20;

  private static final long ALL_BYTES = 1L << 30;

  private final BrokerService broker = new BrokerService();
  private final ActiveMQConnectionFactory connections;

  ClassicBroker(Transport transport) throws Exception {
    broker.setBrokerName("agon");
    broker.setPersistent(false);
    broker.setUseJmx(false);
    broker.setUseShutdownHook(false);
    broker.setSchedulerSupport(false);
    broker.setAdvisorySupport(false);
    broker.setEnableStatistics(false);
    broker.setDestinationPolicy(policy());
    URI address = URI.create("vm://agon?create=false");
    if (transport == Transport.TCP) {
      TransportConnector connector = broker.addConnector("tcp://127.0.0.1:0");
      broker.start();
      address = connector.getConnectUri();
    } else {
      broker.start();
    }
    broker.getSystemUsage().getMemoryUsage().setLimit(ALL_BYTES);
    connections = new ActiveMQConnectionFactory(address);
    connections.setWatchTopicAdvisories(false);
    // The broker hands a message over on the thread that brought it; a session has one of its own.
    connections.setDispatchAsync(false);
    // No message is changed once it is sent.
    connections.setCopyMessageOnSend(false);
  }

  private static PolicyMap policy() {
    PolicyEntry entry = new PolicyEntry();
    entry.setMemoryLimit(DESTINATION_BYTES);
    entry.setPendingQueuePolicy(new VMPendingQueueMessageStoragePolicy());
    entry.setPendingSubscriberPolicy(new VMPendingSubscriberMessageStoragePolicy());
    entry.setOptimizedDispatch(true);
    PolicyMap policy = new PolicyMap();
    policy.setDefaultEntry(entry);
    return policy;
  }

  @Override
  public Connection connect() throws JMSException {
    return connections.createConnection();
  }

  @Override
  public void close() throws IOException {
    try {
      broker.stop();
    } catch (Exception e) {
      throw new IOException("the broker did not end", e);
    }
    broker.waitUntilStopped();
  }
}
