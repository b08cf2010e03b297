package agon.bridge;

import jason.infra.local.BaseLocalMAS;
import jason.infra.local.LocalAgArch;
import jason.mas2j.MAS2JProject;
import jason.runtime.RuntimeServices;
import jason.runtime.RuntimeServicesFactory;
import java.util.LinkedHashMap;
import java.util.Map;

/** What programs find the other agents by. */
final class Runner extends BaseLocalMAS {
  private Runner(MAS2JProject known) {
    runner = this;
    project = known;
  }

  static void begin(MAS2JProject project, RuntimeServices services) {
    new Runner(project).setRuntimeServices(services);
    RuntimeServicesFactory.set(services);
  }

  @Override
  public LocalAgArch getAg(String name) {
    return Services.agents().contains(name) ? KnownAgents.of(name).body() : null;
  }

  @Override
  public Map<String, LocalAgArch> getAgs() {
    Map<String, LocalAgArch> all = new LinkedHashMap<>();
    for (String name : Services.agents()) {
      all.put(name, KnownAgents.of(name).body());
    }
    return all;
  }

  @Override
  public int getNbAgents() {
    return Services.agents().size();
  }

  @Override
  public RuntimeServices getRuntimeServices() {
    return Bridge.services();
  }

  @Override
  public jason.infra.local.LocalEnvironment getEnvironmentInfraTier() {
    return Bridge.stage();
  }

  @Override
  public void setupLogger() {}

  @Override
  public void finish(int deadline, boolean stopJvm, int exitValue) {
    Services.stop(deadline, exitValue);
  }

  @Override
  public boolean hasDebugControl() {
    return false;
  }

  @Override
  public void enableDebugControl() {
    throw Ask.missing("BaseLocalMAS.enableDebugControl");
  }

  @Override
  public boolean isRunning() {
    return true;
  }
}
