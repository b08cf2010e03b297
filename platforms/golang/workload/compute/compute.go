// Package compute is the computing of many agents apart from its messages.
package compute

import (
	"time"

	"agon/platforms/golang/harness"
)

// Steps are taken modulo a prime that is a power of two less one.
const (
	factor  = 48271
	bits    = 31
	modulus = 1<<bits - 1
)

// A Game is one run: so many agents share so many steps.
type Game struct{ Agents, Operations int }

// An Agent is what an agent knows of itself, and reports when it has done its steps.
type Agent struct {
	Number      int
	x           uint64
	steps, done int
}

// Workload is the computing as iterate does it. iterate returns the agents, which have done, in their order.
func Workload(iterate func(Game) (time.Duration, []Agent)) harness.Workload {
	return harness.Workload{
		Integers: map[string]int{"agents": 1, "operations": 1},
		Prepare: func(p harness.Parameters) (harness.Iteration, error) {
			game := Game{p.Integer("agents"), p.Integer("operations")}
			return func(int) (time.Duration, any, error) {
				elapsed, agents := iterate(game)
				return elapsed, newReport(agents, p.Witness), nil
			}, nil
		},
	}
}

// NewAgents returns the agents as they begin.
func (g Game) NewAgents() []Agent {
	agents := make([]Agent, g.Agents)
	for i := range agents {
		agents[i] = Agent{Number: i + 1, x: uint64(i + 1), steps: g.Operations / g.Agents}
		if i < g.Operations%g.Agents {
			agents[i].steps++
		}
	}
	return agents
}

// Compute takes all the steps, one after the other. The quotient by the power of two counts as much as the remainder.
// What is left is below twice the modulus, and the next step takes it as it is.
func (a *Agent) Compute() {
	x, done := a.x, 0
	for done < a.steps {
		product := x * factor
		x = product&modulus + product>>bits
		done++
	}
	a.x, a.done = x%modulus, done
}

type report struct {
	XOR   uint64 `json:"xor"`
	Steps []int  `json:"steps,omitempty"`
}

func newReport(agents []Agent, witness bool) report {
	var r report
	for _, a := range agents {
		r.XOR ^= a.x
		if witness {
			r.Steps = append(r.Steps, a.done)
		}
	}
	return r
}
