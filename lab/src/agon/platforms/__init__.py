"""The contestants: reads platform.toml, probes, installs, builds and says how to start each."""
