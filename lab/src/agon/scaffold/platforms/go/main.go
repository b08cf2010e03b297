// Speaks the lab's protocol (docs/protocol.md): arguments, iterations, JSON lines.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
)

var common = []string{"threads", "iterations", "seed", "variant", "samples", "witness"}

type event struct {
	Event     string  `json:"event"`
	Index     int     `json:"index"`
	ElapsedNs int64   `json:"elapsed_ns"`
	Report    *report `json:"report"`
}

func fail(status int, format string, values ...any) {
	fmt.Fprintf(os.Stderr, format+"\n", values...)
	os.Exit(status)
}

// argumentsOf reads the key=value arguments: each key known, none missing.
func argumentsOf(words []string, keys []string) map[string]string {
	arguments := map[string]string{}
	for _, word := range words {
		key, value, found := strings.Cut(word, "=")
		if !found || !slices.Contains(keys, key) {
			fail(2, "'%s' is no argument: give KEY=VALUE with %s", word, strings.Join(keys, ", "))
		}
		arguments[key] = value
	}
	for _, key := range keys {
		if _, found := arguments[key]; !found {
			fail(2, "'%s=' is missing", key)
		}
	}
	return arguments
}

func number(arguments map[string]string, key string, least int) int {
	value, err := strconv.Atoi(arguments[key])
	if err != nil || value < least {
		fail(2, "%s=%s: not an integer of at least %d", key, arguments[key], least)
	}
	return value
}

// batches calls do with how many iterations are next; with iterations=0 the lab writes that on standard input.
func batches(iterations int, do func(count int)) {
	if iterations > 0 {
		do(iterations)
		return
	}
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		count, err := strconv.Atoi(strings.TrimSpace(lines.Text()))
		if err != nil || count < 0 {
			fail(1, "standard input: '%s' is not a number of iterations", lines.Text())
		}
		if count == 0 {
			return
		}
		do(count)
	}
}

func main() {
	if len(os.Args) < 2 || os.Args[1] != "token-ring" {
		fail(2, "give a workload first: token-ring")
	}
	arguments := argumentsOf(os.Args[2:], append(common, "workers", "tokens", "passes"))
	runtime.GOMAXPROCS(number(arguments, "threads", 1))
	iterations := number(arguments, "iterations", 0)
	program := ring{
		workers: number(arguments, "workers", 1),
		tokens:  number(arguments, "tokens", 1),
		passes:  number(arguments, "passes", 1),
		witness: arguments["witness"] == "on",
	}
	lab := json.NewEncoder(os.Stdout) // unbuffered: each line is written at once
	_ = lab.Encode(map[string]string{"event": "ready"})
	index := 0
	batches(iterations, func(count int) {
		for range count {
			elapsed, report := program.iteration()
			_ = lab.Encode(event{"iteration", index, elapsed.Nanoseconds(), report})
			index++
		}
	})
}
