// Package fibonacci is the timed server of small and large requests apart from its messages.
package fibonacci

import (
	"bufio"
	"fmt"
	"time"

	"agon/platforms/golang/harness"
)

// A Point is what a client reports to the manager of one answer.
type Point struct {
	Client, N, Value int
	Took             time.Duration
}

// agon: begin harness

// Workload is the Fibonacci server as iterate plays it, in a variant, with a list of requests a client. iterate
// returns the points in the order in which the manager received them.
func Workload(
	variants []string, iterate func(variant string, lists [][]int) (time.Duration, []Point, error),
) harness.Workload {
	return harness.Workload{
		Integers: map[string]int{"clients": 1, "requests": 1, "max_n": 0},
		Variants: variants,
		HasInput: true,
		Prepare: func(p harness.Parameters) (harness.Iteration, error) {
			lists, err := readInput(p.Input, p.Integer("clients"), p.Integer("requests"), p.Integer("max_n"))
			if err != nil {
				return nil, err
			}
			samples, err := harness.CreateSamples(p.Samples, "points.csv", "iteration,client,n,value,ns")
			if err != nil {
				return nil, err
			}
			return func(index int) (time.Duration, any, error) {
				elapsed, points, err := iterate(p.Variant, lists)
				if err != nil {
					return 0, nil, err
				}
				err = samples.Append(func(rows *bufio.Writer) {
					for _, p := range points {
						fmt.Fprintf(rows, "%d,%d,%d,%d,%d\n", index, p.Client, p.N, p.Value, p.Took.Nanoseconds())
					}
				})
				return elapsed, report{Answers: len(points)}, err
			}, nil
		},
	}
}

// agon: end

// agon: begin report

type report struct {
	Answers int `json:"answers"`
}

// agon: end

// Of is fib(n) by the plain doubly recursive definition.
func Of(n int) int {
	if n < 2 {
		return n
	}
	return Of(n-1) + Of(n-2)
}

// agon: begin harness

func readInput(path string, clients, requests, maxN int) ([][]int, error) {
	lists, err := harness.ReadIntegers(path, 0, maxN)
	if err != nil {
		return nil, err
	}
	if len(lists) != clients {
		return nil, harness.Usagef("%s: must hold %d lines, holds %d", path, clients, len(lists))
	}
	for i, list := range lists {
		if len(list) != requests {
			return nil, harness.Usagef("%s:%d: must hold %d integers, holds %d", path, i+1, requests, len(list))
		}
	}
	return lists, nil
}

// agon: end
