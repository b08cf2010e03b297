package harness

import (
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
)

// Parameters are a workload's arguments, checked.
type Parameters struct {
	Threads    int
	Iterations int // 0 for as many as the lab requests on standard input
	Seed       int64
	Variant    string
	Samples    string
	Witness    bool
	Input      string
	Print      string
	// Node is 0 or 1 where two processes do the workload together; Peer is where node 1 listens, for node 0; Listen is
	// the address of this node.
	Node     int
	Peer     string
	Listen   string
	integers map[string]int
	choices  map[string]string
}

// Integer returns the value of one of the workload's own integer parameters.
func (p Parameters) Integer(name string) int { return p.integers[name] }

// Choice returns the value of one of the workload's own parameters that are words.
func (p Parameters) Choice(name string) string { return p.choices[name] }

func parse(args []string, workload Workload) (Parameters, error) {
	p := Parameters{integers: make(map[string]int), choices: make(map[string]string)}
	variants := workload.Variants
	if len(variants) == 0 {
		variants = []string{"default"}
	}
	// What reads each key. A key leaves the map when it is read, so what is left is missing.
	readers := map[string]func(name, text string) error{
		"threads":    integerInto(&p.Threads, 1),
		"iterations": integerInto(&p.Iterations, 0),
		"seed":       seedInto(&p.Seed),
		"variant":    choiceInto(&p.Variant, variants...),
		"samples":    directoryInto(&p.Samples),
		"witness":    witnessInto(&p.Witness),
	}
	if workload.HasInput {
		readers["input"] = textInto(&p.Input)
	}
	if workload.HasPrint {
		readers["print"] = textInto(&p.Print)
	}
	for name, least := range workload.Integers {
		readers[name] = func(name, text string) error {
			var value int
			err := integerInto(&value, least)(name, text)
			p.integers[name] = value
			return err
		}
	}
	for name, words := range workload.Choices {
		readers[name] = func(name, text string) error {
			var value string
			err := choiceInto(&value, words...)(name, text)
			p.choices[name] = value
			return err
		}
	}
	isRemote := workload.Serve != nil
	if isRemote {
		p.Listen = "127.0.0.1"
		readers["node"] = nodeInto(&p.Node)
		readers["peer"] = textInto(&p.Peer)
		readers["listen"] = textInto(&p.Listen)
	}
	known := slices.Sorted(maps.Keys(readers))
	for _, arg := range args {
		name, text, ok := strings.Cut(arg, "=")
		if !ok {
			return Parameters{}, Usagef("%q is not key=value", arg)
		}
		read, ok := readers[name]
		switch {
		case ok:
			delete(readers, name)
		case slices.Contains(known, name):
			return Parameters{}, Usagef("%s given twice", name)
		default:
			return Parameters{}, Usagef("unknown key %q: this workload takes %s", name, strings.Join(known, ", "))
		}
		if err := read(name, text); err != nil {
			return Parameters{}, err
		}
	}
	if isRemote {
		delete(readers, "listen")
		if p.Node == 1 && p.Peer != "" {
			return Parameters{}, Usagef("peer=%s: only node 0 has one", p.Peer)
		}
		if p.Node == 1 {
			delete(readers, "peer")
		}
	}
	if missing := slices.Sorted(maps.Keys(readers)); len(missing) > 0 {
		return Parameters{}, Usagef("missing argument %s=...", missing[0])
	}
	return p, nil
}

func integerInto(target *int, least int) func(name, text string) error {
	return func(name, text string) error {
		value, err := strconv.Atoi(text)
		if err != nil || value < least {
			return Usagef("%s=%s: give an integer of at least %d", name, text, least)
		}
		*target = value
		return nil
	}
}

func nodeInto(target *int) func(name, text string) error {
	return func(name, text string) error {
		var choice string
		err := choiceInto(&choice, "0", "1")(name, text)
		if choice == "1" {
			*target = 1
		}
		return err
	}
}

func seedInto(target *int64) func(name, text string) error {
	return func(name, text string) error {
		value, err := strconv.ParseInt(text, 10, 64)
		if err != nil || value < 0 {
			return Usagef("%s=%s: give an integer from 0 to below 2^63", name, text)
		}
		*target = value
		return nil
	}
}

func choiceInto(target *string, choices ...string) func(name, text string) error {
	return func(name, text string) error {
		if !slices.Contains(choices, text) {
			return Usagef("%s=%s: give one of %s", name, text, strings.Join(choices, ", "))
		}
		*target = text
		return nil
	}
}

func witnessInto(target *bool) func(name, text string) error {
	return func(name, text string) error {
		var choice string
		err := choiceInto(&choice, "on", "off")(name, text)
		*target = choice == "on"
		return err
	}
}

func directoryInto(target *string) func(name, text string) error {
	return func(name, text string) error {
		if info, err := os.Stat(text); err != nil || !info.IsDir() {
			return Usagef("%s=%s: no such directory", name, text)
		}
		*target = text
		return nil
	}
}

func textInto(target *string) func(name, text string) error {
	return func(name, text string) error {
		if text == "" {
			return Usagef("%s=: give the name of a file", name)
		}
		*target = text
		return nil
	}
}
