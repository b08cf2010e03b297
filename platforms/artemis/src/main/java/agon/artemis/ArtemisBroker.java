package agon.artemis;

import agon.jms.Broker;
import agon.workload.Throughput.Transport;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.apache.activemq.artemis.api.core.TransportConfiguration;
import org.apache.activemq.artemis.core.config.Configuration;
import org.apache.activemq.artemis.core.config.impl.ConfigurationImpl;
import org.apache.activemq.artemis.core.remoting.impl.invm.InVMAcceptorFactory;
import org.apache.activemq.artemis.core.remoting.impl.invm.InVMConnectorFactory;
import org.apache.activemq.artemis.core.remoting.impl.netty.NettyAcceptor;
import org.apache.activemq.artemis.core.remoting.impl.netty.NettyAcceptorFactory;
import org.apache.activemq.artemis.core.remoting.impl.netty.NettyConnectorFactory;
import org.apache.activemq.artemis.core.remoting.impl.netty.TransportConstants;
import org.apache.activemq.artemis.core.server.embedded.EmbeddedActiveMQ;
import org.apache.activemq.artemis.core.settings.impl.AddressFullMessagePolicy;
import org.apache.activemq.artemis.core.settings.impl.AddressSettings;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;

/** An embedded Artemis broker, which keeps all messages in memory. */
final class ArtemisBroker implements Broker {
  private static final String ACCEPTOR = "clients";
  private static final String LOOPBACK = "127.0.0.1";

  /** What an address may hold before it holds up its senders. */
  private static final long ADDRESS_BYTES = 1 << 20;

  private final EmbeddedActiveMQ broker = new EmbeddedActiveMQ();
  private final ActiveMQConnectionFactory connections;

  ArtemisBroker(Transport transport, int threads) throws Exception {
    boolean near = transport == Transport.INPROC;
    broker.setConfiguration(
        configuration(
            near ? inVm(InVMAcceptorFactory.class) : tcp(NettyAcceptorFactory.class, 0, threads)));
    broker.start();
    TransportConfiguration connector =
        near ? inVm(InVMConnectorFactory.class) : tcp(NettyConnectorFactory.class, port(), threads);
    connections = new ActiveMQConnectionFactory(false, connector);
    connections.setReconnectAttempts(0);
    // A large message would go to the broker, and lie there, in chunks.
    connections.setMinLargeMessageSize(Integer.MAX_VALUE);
  }

  private static Configuration configuration(TransportConfiguration acceptor) {
    AddressSettings addresses =
        new AddressSettings()
            .setMaxSizeBytes(ADDRESS_BYTES)
            .setAddressFullMessagePolicy(AddressFullMessagePolicy.BLOCK);
    return new ConfigurationImpl()
        .setPersistenceEnabled(false)
        .setSecurityEnabled(false)
        .setJMXManagementEnabled(false)
        .setMessageCounterEnabled(false)
        .addAcceptorConfiguration(acceptor)
        .addAddressSetting("#", addresses);
  }

  private static TransportConfiguration inVm(Class<?> factory) {
    return new TransportConfiguration(factory.getName(), new HashMap<>(), ACCEPTOR);
  }

  private static TransportConfiguration tcp(Class<?> factory, int port, int threads) {
    Map<String, Object> parameters = new HashMap<>();
    parameters.put(TransportConstants.HOST_PROP_NAME, LOOPBACK);
    parameters.put(TransportConstants.PORT_PROP_NAME, port);
    parameters.put(TransportConstants.REMOTING_THREADS_PROPNAME, threads);
    return new TransportConfiguration(factory.getName(), parameters, ACCEPTOR);
  }

  /** The free port that the system has given the broker. */
  private int port() {
    NettyAcceptor acceptor =
        (NettyAcceptor) broker.getActiveMQServer().getRemotingService().getAcceptor(ACCEPTOR);
    return acceptor.getActualPort();
  }

  @Override
  public Connection connect() throws JMSException {
    return connections.createConnection();
  }

  @Override
  public void close() throws IOException {
    connections.close();
    try {
      broker.stop();
    } catch (Exception e) {
      throw new IOException("the broker did not end", e);
    }
  }
}
