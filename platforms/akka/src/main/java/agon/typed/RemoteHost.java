package agon.typed;

import agon.harness.Arguments;
import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.util.Map;

/** The actor system of one of two nodes. Node 1 has an actor for {@code M}, which node 0 knows. */
final class RemoteHost<M> implements AutoCloseable {
  /** What a message has in addition to its string. */
  private static final int ENVELOPE = 32 << 10;

  private final Host host;
  private final String place;
  private final ActorRef<M> other;

  /**
   * A system whose messages have strings of that size. Without a {@code peer} it is node 1's and
   * has the actor, otherwise node 0's, and the peer is where the actor is.
   */
  RemoteHost(Arguments arguments, int size, String peer, Behavior<M> actor) {
    String listen = arguments.text("listen", "127.0.0.1");
    Map<String, Object> own = Map.of("agon.frame", size + ENVELOPE, "agon.listen", listen);
    Config remoting = ConfigFactory.parseResources("nodes.conf");
    host = new Host(arguments, ConfigFactory.parseMap(own).withFallback(remoting));
    place = peer == null ? host.address(host.start(actor)) : null;
    other = peer == null ? null : host.resolve(peer);
  }

  /** This node's. */
  Host host() {
    return host;
  }

  /** Where node 1's actor is; null at node 0. */
  String place() {
    return place;
  }

  /** Node 1's actor, at node 0. */
  ActorRef<M> other() {
    return other;
  }

  @Override
  public void close() {
    host.close();
  }
}
