"""The results of experiments: schema, append-only store, summaries, comparison, export and import."""
