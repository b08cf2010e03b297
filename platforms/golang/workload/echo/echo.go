// Package echo is the asking and answering of echo-all and mass-reception apart from its messages.
package echo

import (
	"bufio"
	"fmt"
	"time"

	"agon/platforms/golang/harness"
)

const accModulus = 2147483647

// A Game is one run: so many agents send so many requests each, one at a time, to so many that reply.
type Game struct {
	Requesters, Repliers, Messages int
	clock, witness                 bool
	// interval is zero where a request follows the reply to the one before at once.
	interval time.Duration
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
	integers["messages"], integers["interval"] = 1, 0
	return harness.Workload{
		Integers: integers,
		Choices:  map[string][]string{"clock": {"on", "off"}},
		Prepare: func(p harness.Parameters) (harness.Iteration, error) {
			requesters, repliers, err := sizes(p)
			if err != nil {
				return nil, err
			}
			game := Game{
				requesters, repliers, p.Integer("messages"), p.Choice("clock") == "on", p.Witness,
				time.Duration(p.Integer("interval")) * time.Millisecond,
			}
			if !game.clock {
				if game.interval > 0 {
					return nil, harness.Usagef("interval=%d: needs clock=on", p.Integer("interval"))
				}
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
	interval := r.game.interval.Milliseconds()
	r.since = time.Duration(int64(r.Number)*interval/int64(r.game.Requesters)) * time.Millisecond
}

// Done is whether all replies have come.
func (r *Requester) Done() bool { return r.Replies == r.game.Messages }

// Wait returns how long the requester has to wait before its next request; zero or less is not at all.
func (r *Requester) Wait() time.Duration {
	if r.game.interval == 0 {
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
		if r.game.interval > 0 {
			r.since += r.game.interval
		} else {
			r.since = now
		}
	}
	r.Replies++
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
