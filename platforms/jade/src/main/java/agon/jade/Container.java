package agon.jade;

import jade.core.Agent;
import jade.core.Profile;
import jade.core.ProfileImpl;
import jade.core.Runtime;
import jade.wrapper.AgentContainer;
import jade.wrapper.AgentController;
import jade.wrapper.ContainerController;
import jade.wrapper.StaleProxyException;
import java.io.File;
import java.io.IOException;
import java.lang.reflect.Field;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** A platform of one container, its main one, which outlives the agents of its iterations. */
final class Container implements AutoCloseable {
  private static final String LOOPBACK = "127.0.0.1";

  private final Path files;
  private final AgentContainer container;

  Container() throws IOException {
    files = Files.createTempDirectory("agon-jade-");
    Runtime.instance().setCloseVM(false);
    container = Runtime.instance().createMainContainer(profile(files));
    if (container == null) {
      throw new IllegalStateException("JADE's main container did not start");
    }
  }

  private static Profile profile(Path files) throws IOException {
    Profile profile = new ProfileImpl(LOOPBACK, freePort(), "agon");
    profile.setParameter(Profile.LOCAL_HOST, LOOPBACK);
    // Nobody else is to come in: no port but the loopback's, no transport to other platforms.
    profile.setParameter("jade_imtp_leap_JICP_JICPServer_acceptlocalhostonly", "true");
    profile.setParameter(Profile.MTPS, "");
    // Neither mobility nor events, but messaging and management, which are always there.
    profile.setParameter(Profile.SERVICES, "");
    // JADE describes itself in files.
    profile.setParameter(Profile.FILE_DIR, files + File.separator);
    return profile;
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName(LOOPBACK))) {
      return socket.getLocalPort();
    }
  }

  AgentController start(String name, Agent agent) throws StaleProxyException {
    AgentController controller = container.acceptNewAgent(name, agent);
    controller.start();
    return controller;
  }

  @Override
  public void close() throws IOException {
    try {
      passOverWait();
      container.kill();
    } catch (StaleProxyException e) {
      // JADE walks through its table of agents while its own are leaving it, and now and then trips. There is nothing left to
      // end but the process.
    } catch (ReflectiveOperationException e) {
      throw new IOException("JADE's container did not end", e);
    }
    try (Stream<Path> left = Files.list(files)) {
      for (Path file : left.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(files);
  }

  /** A container that is to end within three seconds of its start waits; this one looks older. */
  private void passOverWait() throws ReflectiveOperationException {
    Field implementation = ContainerController.class.getDeclaredField("myImpl");
    implementation.setAccessible(true);
    Object started = implementation.get(container);
    Field creationTime = started.getClass().getDeclaredField("creationTime");
    creationTime.setAccessible(true);
    creationTime.setLong(started, 0);
  }
}
