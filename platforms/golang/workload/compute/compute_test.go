package compute

import (
	"reflect"
	"testing"
)

func TestTheExample(t *testing.T) {
	agents := Game{Agents: 3, Operations: 1000}.NewAgents()
	for i := range agents {
		agents[i].Compute()
	}
	if got, want := newReport(agents, true), (report{2080284363, []int{334, 333, 333}}); !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

func TestEveryStepIsTheRemainder(t *testing.T) {
	x := uint64(1)
	for steps := range 1000 {
		agents := Game{Agents: 1, Operations: steps}.NewAgents()
		agents[0].Compute()
		if agents[0].x != x {
			t.Fatalf("after %d steps: got %d, want %d", steps, agents[0].x, x)
		}
		x = x * factor % modulus
	}
}
