package harness

import (
	"errors"
	"strings"
	"testing"
)

var workload = Workload{
	Integers: map[string]int{"tokens": 1, "passes": 0},
	Choices:  map[string][]string{"log": {"on", "off"}},
	HasInput: true,
	HasPrint: true,
}

func arguments(t *testing.T, changes ...string) []string {
	t.Helper()
	args := []string{
		"threads=2", "iterations=3", "seed=9223372036854775807", "variant=default", "samples=" + t.TempDir(),
		"witness=on", "input=in.txt", "print=out.txt", "tokens=1", "passes=0", "log=off",
	}
	for _, change := range changes {
		key, _, _ := strings.Cut(change, "=")
		for i, arg := range args {
			if strings.HasPrefix(arg, key+"=") {
				args[i] = change
			}
		}
	}
	return args
}

func TestParseReadsEveryKey(t *testing.T) {
	p, err := parse(arguments(t), workload)
	if err != nil {
		t.Fatal(err)
	}
	if p.Threads != 2 || p.Iterations != 3 || p.Seed != 1<<63-1 || p.Variant != "default" || !p.Witness {
		t.Errorf("common keys: %+v", p)
	}
	if p.Input != "in.txt" || p.Print != "out.txt" {
		t.Errorf("the files: %+v", p)
	}
	if p.Integer("tokens") != 1 || p.Integer("passes") != 0 || p.Choice("log") != "off" {
		t.Errorf("the workload's own keys: %+v", p)
	}
}

func TestParseReadsAVariant(t *testing.T) {
	several := workload
	several.Variants = []string{"subactors", "functions"}
	p, err := parse(arguments(t, "variant=functions"), several)
	if err != nil || p.Variant != "functions" {
		t.Errorf("got %+v, %v", p, err)
	}
	if _, err := parse(arguments(t), several); !errors.As(err, &UsageError{}) {
		t.Errorf("variant=default is none of its variants: got %v", err)
	}
}

func TestParseRefuses(t *testing.T) {
	for name, test := range map[string]struct {
		args []string
		want string
	}{
		"no key":            {append(arguments(t), "fast"), `"fast" is not key=value`},
		"an unknown key":    {append(arguments(t), "lap=1"), `unknown key "lap"`},
		"a key twice":       {append(arguments(t), "threads=1"), "threads given twice"},
		"a missing key":     {arguments(t)[1:], "missing argument threads"},
		"too small":         {arguments(t, "tokens=0"), "integer of at least 1"},
		"less than no time": {arguments(t, "iterations=-1"), "integer of at least 0"},
		"no integer":        {arguments(t, "passes=many"), "integer of at least 0"},
		"a negative seed":   {arguments(t, "seed=-1"), "below 2^63"},
		"a seed too large":  {arguments(t, "seed=9223372036854775808"), "below 2^63"},
		"another variant":   {arguments(t, "variant=pool"), "give one of default"},
		"another choice":    {arguments(t, "log=maybe"), "give one of on, off"},
		"a half witness":    {arguments(t, "witness=some"), "give one of on, off"},
		"no such directory": {arguments(t, "samples=/no/such/folder"), "no such directory"},
		"an empty path":     {arguments(t, "input="), "give the name of a file"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := parse(test.args, workload)
			if !errors.As(err, &UsageError{}) {
				t.Fatalf("got %v, want a UsageError", err)
			}
			if !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %q, want it to say %q", err, test.want)
			}
		})
	}
}
