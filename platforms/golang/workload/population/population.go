// Package population is the crowd of agents apart from its messages.
package population

import (
	"time"

	"agon/platforms/golang/harness"
)

// agon: begin witness

const modulus = 2147483647

// agon: end

// A Tally is what the host has received.
type Tally struct{ greetings, goodbyes, sum, witness int }

// agon: begin harness

// Workload is the crowd as iterate plays it with so many agents.
func Workload(iterate func(agents int) (time.Duration, Tally)) harness.Workload {
	return harness.Workload{
		Integers: map[string]int{"agents": 1},
		Prepare: func(p harness.Parameters) (harness.Iteration, error) {
			agents := p.Integer("agents")
			return func(int) (time.Duration, any, error) {
				elapsed, tally := iterate(agents)
				return elapsed, newReport(tally, p.Witness), nil
			}, nil
		},
	}
}

// agon: end

// Greet notes a greeting.
func (t *Tally) Greet() { t.greetings++ }

// Leave notes a goodbye: who took leave, and with which number.
func (t *Tally) Leave(number, acc int) {
	t.goodbyes++
	t.sum += number
	// agon: begin witness
	t.witness = (t.witness + acc) % modulus
	// agon: end
}

// Farewell returns what an agent takes leave with that is dismissed after so many greetings.
func Farewell(number, greetings int) int { return number*31 + greetings }

// agon: begin report

type report struct {
	Greetings int  `json:"greetings"`
	Goodbyes  int  `json:"goodbyes"`
	Sum       int  `json:"sum"`
	Witness   *int `json:"witness,omitempty"`
}

func newReport(t Tally, witness bool) report {
	r := report{Greetings: t.greetings, Goodbyes: t.goodbyes, Sum: t.sum}
	if witness {
		r.Witness = &t.witness
	}
	return r
}

// agon: end
