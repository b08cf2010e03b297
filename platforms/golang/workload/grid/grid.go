// Package grid is the swapping of states at random apart from its messages.
package grid

import (
	"bufio"
	"fmt"
	"math/rand/v2"
	"time"

	"agon/platforms/golang/harness"
)

// A Game is one run: so many agents, of which some start active, swap until one has requested Rounds swaps.
type Game struct {
	Agents, Rounds int
	// Active holds the cells that start active.
	Active []int
}

// An Agent is what an agent knows of itself, and reports when it has stopped.
type Agent struct {
	Cell, State                  int
	Requested, Accepted, Refused int
}

// Workload is the grid as iterate plays it. iterate returns the agents in the order of their cells.
func Workload(iterate func(Game) (time.Duration, []Agent, error)) harness.Workload {
	return harness.Workload{
		Integers: map[string]int{"side": 2, "active": 1, "rounds": 1},
		HasInput: true,
		Prepare: func(p harness.Parameters) (harness.Iteration, error) {
			agents := p.Integer("side") * p.Integer("side")
			lists, err := harness.ReadIntegers(p.Input, 0, agents-1)
			if err != nil {
				return nil, err
			}
			if len(lists) != 1 {
				return nil, harness.Usagef("%s: must hold one line, holds %d", p.Input, len(lists))
			}
			header := "iteration,cell,requested,accepted,refused,state"
			samples, err := harness.CreateSamples(p.Samples, "cells.csv", header)
			if err != nil {
				return nil, err
			}
			game := Game{agents, p.Integer("rounds"), lists[0]}
			return func(index int) (time.Duration, any, error) {
				elapsed, agents, err := iterate(game)
				if err != nil {
					return 0, nil, err
				}
				return elapsed, newReport(agents), samples.Append(func(rows *bufio.Writer) {
					for _, a := range agents {
						fmt.Fprintf(rows, "%d,%d,%d,%d,%d,%d\n", index, a.Cell, a.Requested, a.Accepted, a.Refused, a.State)
					}
				})
			}, nil
		},
	}
}

// NewAgent returns the agent of a cell as it begins.
func NewAgent(cell int) Agent { return Agent{Cell: cell, State: cell} }

// Another returns the cell of another agent, at random.
func (g Game) Another(cell int) int {
	other := rand.IntN(g.Agents - 1)
	if other >= cell {
		other++
	}
	return other
}

type report struct {
	Requests int `json:"requests"`
	Swaps    int `json:"swaps"`
}

func newReport(agents []Agent) report {
	var r report
	for _, a := range agents {
		r.Swaps += a.Requested
		r.Requests += a.Requested + a.Refused
	}
	return r
}
