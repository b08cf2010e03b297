// Package ring is the token ring apart from its messages.
package ring

import (
	"time"

	"agon/platforms/golang/harness"
)

// agon: begin witness

const accModulus = 2147483647

// agon: end

// A Game is one ring.
type Game struct {
	Workers, Tokens, Passes int
	Witness                 bool
}

// An Arrival is where a token ended.
type Arrival struct{ Number, Worker, Acc int }

// agon: begin harness

// Workload is the token ring as iterate plays it. iterate returns the arrivals, token 1's first.
func Workload(iterate func(Game) (time.Duration, []Arrival, error)) harness.Workload {
	return harness.Workload{
		Integers: map[string]int{"workers": 1, "tokens": 1, "passes": 0},
		Prepare: func(p harness.Parameters) (harness.Iteration, error) {
			game := Game{p.Integer("workers"), p.Integer("tokens"), p.Integer("passes"), p.Witness}
			return func(int) (time.Duration, any, error) {
				elapsed, arrivals, err := iterate(game)
				return elapsed, newReport(arrivals, p.Witness), err
			}, nil
		},
	}
}

// agon: end

// agon: begin witness

// Step returns acc after that worker has passed the token on.
func Step(acc, worker int) int { return (acc*31 + worker) % accModulus }

// agon: end

// Start returns the worker that the token starts at: max(1, floor(token*workers/tokens + 1/2)).
func (g Game) Start(token int) int {
	return max(1, (2*token*g.Workers+g.Tokens)/(2*g.Tokens))
}

// agon: begin report

type report struct {
	Ends    []int `json:"ends"`
	Witness []int `json:"witness,omitempty"`
}

// agon: end

// agon: begin report

func newReport(arrivals []Arrival, witness bool) report {
	r := report{Ends: make([]int, len(arrivals))}
	for i, a := range arrivals {
		r.Ends[i] = a.Worker
		if witness {
			r.Witness = append(r.Witness, a.Acc)
		}
	}
	return r
}

// agon: end
