package lab;

import java.nio.file.Path;
import java.util.Map;

/**
 * What the command line asks for, in every iteration: the workload's parameters, its input, where
 * samples go, and the file that it prints to, null if it prints nothing.
 */
record Task(
    Map<String, Long> numbers,
    Map<String, String> words,
    int[][] input,
    Path directory,
    Path print) {}
