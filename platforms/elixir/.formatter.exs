[inputs: [".formatter.exs", "lib/*.ex"]]
