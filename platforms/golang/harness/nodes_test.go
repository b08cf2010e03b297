package harness

import (
	"errors"
	"io"
	"strings"
	"testing"
)

func remoteArguments(t *testing.T, more ...string) []string {
	t.Helper()
	args := []string{"echo", "threads=1", "iterations=1", "seed=1", "variant=default", "samples=" + t.TempDir(), "witness=off"}
	return append(args, more...)
}

func TestNode1GivesItsAddressAndReportsUntilItsInputEnds(t *testing.T) {
	orders, end := io.Pipe()
	finished := false
	echo := Workload{
		Serve: func(p Parameters, report Report) (string, error) {
			if p.Listen != "127.0.0.1" {
				t.Errorf("listen: %q", p.Listen)
			}
			go func() {
				for number := range 2 {
					if err := report(map[string]int{"number": number}); err != nil {
						t.Error(err)
					}
				}
				end.Close()
			}()
			return "there", nil
		},
		Finish: func() { finished = true },
	}
	var out strings.Builder
	if err := run(map[string]Workload{"echo": echo}, remoteArguments(t, "node=1"), orders, &out); err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{
		`{"event":"ready","at":"there"}`,
		`{"event":"iteration","index":0,"report":{"number":0}}`,
		`{"event":"iteration","index":1,"report":{"number":1}}`,
	} {
		if !strings.Contains(out.String(), line+"\n") {
			t.Errorf("%s is missing in %s", line, out.String())
		}
	}
	if !finished {
		t.Error("it has not finished")
	}
}

func TestNode0GetsTheAddressOfNode1AndNode1GetsNone(t *testing.T) {
	workload := Workload{Serve: func(Parameters, Report) (string, error) { return "", nil }}
	p, err := parse(remoteArguments(t, "node=0", "peer=there", "listen=192.0.2.1")[1:], workload)
	if err != nil || p.Node != 0 || p.Peer != "there" || p.Listen != "192.0.2.1" {
		t.Errorf("%+v, %v", p, err)
	}
	for _, args := range [][]string{{"node=0"}, {"node=1", "peer=there"}, {"node=2"}, {}} {
		if _, err := parse(remoteArguments(t, args...)[1:], workload); !errors.As(err, &UsageError{}) {
			t.Errorf("%v: %v", args, err)
		}
	}
}
