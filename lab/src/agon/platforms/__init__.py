"""The contestants: reads platform.toml, probes, installs, builds, and knows how to start each."""
