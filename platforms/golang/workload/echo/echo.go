// Package echo is the asking and answering of echo-all and mass-reception apart from its messages.
package echo

import (
	"bufio"
	"fmt"
	"math"
	"time"

	"agon/platforms/golang/harness"
)

const accModulus = 2147483647

// A Game is one run: so many agents send so many requests each, one at a time, to so many that reply.
type Game struct {
	Requesters, Repliers, Messages int
	clock, witness                 bool
	// due is when each request of each requester is due, in microseconds; nil where a request follows the reply to the
	// one before at once.
	due [][]int
}

// An Outcome is what each agent knows in the end, each in order.
type Outcome struct {
	Elapsed    time.Duration
	Requesters []*Requester
	Repliers   []*Replier
}

// All is echo-all as iterate plays it.
func All(iterate func(Game) Outcome) harness.Workload {
	return workload(map[string]int{"agents": 2}, iterate, func(p harness.Parameters) (int, int, error) {
		return p.Integer("agents"), p.Integer("agents"), nil
	})
}

// Mass is mass-reception as iterate plays it.
func Mass(iterate func(Game) Outcome) harness.Workload {
	return workload(map[string]int{"senders": 1, "receivers": 1}, iterate, func(p harness.Parameters) (int, int, error) {
		senders, receivers := p.Integer("senders"), p.Integer("receivers")
		if receivers > senders {
			return 0, 0, harness.Usagef("receivers=%d: not more than senders=%d", receivers, senders)
		}
		return senders, receivers, nil
	})
}

func workload(
	integers map[string]int, iterate func(Game) Outcome, sizes func(harness.Parameters) (int, int, error),
) harness.Workload {
	integers["messages"], integers["rate"] = 1, 0
	return harness.Workload{
		Integers: integers,
		Choices:  map[string][]string{"clock": {"on", "off"}, "arrivals": {"constant", "poisson"}},
		HasInput: true,
		Prepare: func(p harness.Parameters) (harness.Iteration, error) {
			requesters, repliers, err := sizes(p)
			if err != nil {
				return nil, err
			}
			game := Game{
				requesters, repliers, p.Integer("messages"), p.Choice("clock") == "on", p.Witness,
				nil,
			}
			if rate := p.Integer("rate"); rate > 0 {
				if !game.clock {
					return nil, harness.Usagef("rate=%d: needs clock=on", rate)
				}
				if game.due, err = schedule(p.Input, requesters, game.Messages); err != nil {
					return nil, err
				}
			}
			if !game.clock {
				return func(int) (time.Duration, any, error) {
					o := iterate(game)
					return o.Elapsed, game.newReport(o), nil
				}, nil
			}
			samples, err := harness.CreateSamples(p.Samples, "rtt.csv", "iteration,agent,ns")
			if err != nil {
				return nil, err
			}
			return func(index int) (time.Duration, any, error) {
				o := iterate(game)
				return o.Elapsed, game.newReport(o), samples.Append(func(rows *bufio.Writer) {
					for _, r := range o.Requesters {
						for _, t := range r.times {
							fmt.Fprintf(rows, "%d,%d,%d\n", index, r.Number, t.Nanoseconds())
						}
					}
				})
			}, nil
		},
	}
}

// schedule reads a line a requester, a time a request.
func schedule(path string, requesters, messages int) ([][]int, error) {
	due, err := harness.ReadIntegers(path, 0, math.MaxInt32)
	if err != nil {
		return nil, err
	}
	if len(due) != requesters {
		return nil, harness.Usagef("%s: must hold %d lines, holds %d", path, requesters, len(due))
	}
	for i, line := range due {
		if len(line) != messages {
			return nil, harness.Usagef("%s:%d: must hold %d times, holds %d", path, i+1, messages, len(line))
		}
	}
	return due, nil
}

// A Requester is what an agent knows of its requests.
type Requester struct {
	Number, Replies int
	acc             int
	game            *Game
	begun           time.Time
	// since is when the request under way, or the next, could be sent or was due, from begun on.
	since time.Duration
	times []time.Duration
}

// NewRequesters returns all who ask, in order.
func (g *Game) NewRequesters() []*Requester {
	requesters := make([]*Requester, g.Requesters)
	for number := range requesters {
		requesters[number] = &Requester{Number: number, game: g}
		if g.clock {
			requesters[number].times = make([]time.Duration, g.Messages)
		}
	}
	return requesters
}

// Begin is called when the requester may begin, in an iteration whose clock began then.
func (r *Requester) Begin(begun time.Time) {
	r.begun = begun
	if r.game.due != nil {
		r.since = r.due()
	}
}

// due returns when the next request is due, from begun on.
func (r *Requester) due() time.Duration {
	return time.Duration(r.game.due[r.Number][r.Replies]) * time.Microsecond
}

// Done is whether all replies have come.
func (r *Requester) Done() bool { return r.Replies == r.game.Messages }

// Wait returns how long the requester has to wait before its next request; zero or less is not at all.
func (r *Requester) Wait() time.Duration {
	if r.game.due == nil {
		return 0
	}
	return r.since - time.Since(r.begun)
}

// Record counts the reply to the request under way.
func (r *Requester) Record(replier int) {
	r.acc = (r.acc*31 + replier) % accModulus
	if r.game.clock {
		now := time.Since(r.begun)
		r.times[r.Replies] = now - r.since
		r.since = now
	}
	r.Replies++
	if r.game.due != nil && !r.Done() {
		r.since = r.due()
	}
}

// A Replier is what an agent knows of the requests that it has answered.
type Replier struct {
	Number, Handled int
	game            *Game
	// sum is that of the requests, each as a number of its own, with witnesses.
	sum int
}

// NewRepliers returns all who answer, in order.
func (g *Game) NewRepliers() []*Replier {
	repliers := make([]*Replier, g.Repliers)
	for number := range repliers {
		repliers[number] = &Replier{Number: number, game: g}
	}
	return repliers
}

// Answered takes note of a request.
func (r *Replier) Answered(requester, number int) {
	r.Handled++
	if r.game.witness {
		r.sum = (r.sum + requester*r.game.Messages + number) % accModulus
	}
}

type report struct {
	Replies int   `json:"replies"`
	Acc     []int `json:"acc"`
	Handled []int `json:"handled"`
	Witness []int `json:"witness,omitempty"`
}

func (g *Game) newReport(o Outcome) report {
	var r report
	for _, requester := range o.Requesters {
		r.Replies += requester.Replies
		r.Acc = append(r.Acc, requester.acc)
	}
	for _, replier := range o.Repliers {
		r.Handled = append(r.Handled, replier.Handled)
		if g.witness {
			r.Witness = append(r.Witness, replier.sum)
		}
	}
	return r
}
