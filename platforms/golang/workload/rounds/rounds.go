// Package rounds is the service rounds apart from their messages.
package rounds

import (
	"time"

	"agon/platforms/golang/harness"
)

const accModulus = 2147483647

// The agents' numbers.
const (
	Client = 1 + iota
	Coordinator
	Retriever
	Printer
)

// A Game is one run of so many rounds.
type Game struct {
	Rounds int
	path   string
	// Witness means that each message carries acc.
	Witness bool
}

// An Outcome is what the client knows after the last answer.
type Outcome struct{ Answers, Sum, Acc int }

// Add handles one more answer.
func (o *Outcome) Add(datum int) {
	o.Answers++
	o.Sum += datum
}

// Workload is the service rounds as iterate plays them.
func Workload(iterate func(Game) (time.Duration, Outcome, error)) harness.Workload {
	return harness.Workload{
		Integers: map[string]int{"rounds": 1},
		HasPrint: true,
		Prepare: func(p harness.Parameters) (harness.Iteration, error) {
			game := Game{p.Integer("rounds"), p.Print, p.Witness}
			return func(int) (time.Duration, any, error) {
				if err := harness.ClearPrint(p.Print); err != nil {
					return 0, nil, err
				}
				elapsed, outcome, err := iterate(game)
				r := report{Answers: outcome.Answers, Sum: outcome.Sum}
				if p.Witness {
					r.Witness = &outcome.Acc
				}
				return elapsed, r, err
			}, nil
		},
	}
}

// Lines opens the file that the printer prints to.
func (g Game) Lines() (*harness.Lines, error) { return harness.AppendLines(g.path) }

// Step returns acc as that agent sends it on; acc itself where no witness is asked for.
func (g Game) Step(acc, agent int) int {
	if !g.Witness {
		return acc
	}
	return (acc*31 + agent) % accModulus
}

// Datum is what the retriever finds for a round (1..).
func Datum(round int) int { return round * 7919 % 1000003 }

type report struct {
	Answers int  `json:"answers"`
	Sum     int  `json:"sum"`
	Witness *int `json:"witness,omitempty"`
}
