// Package tokenring passes tokens from neighbour to neighbour round a ring of
// goroutines.
package tokenring

import (
	"sync"
	"time"

	"agon/platforms/go/internal/harness"
)

const accModulus = 2147483647

// Workload is the token ring.
var Workload = harness.Workload{
	Integers: map[string]int{"workers": 1, "tokens": 1, "passes": 0},
	Prepare: func(p harness.Parameters) (harness.Iteration, error) {
		workers, tokens, passes := p.Integer("workers"), p.Integer("tokens"), p.Integer("passes")
		if p.Witness {
			return func(int) (time.Duration, any, error) {
				tokenFor := func(number int) witnessToken { return witnessToken{token{number, passes}, 0} }
				elapsed, ended := iterate(workers, tokens, tokenFor, passWithWitness)
				return elapsed, witnessReport(ended), nil
			}, nil
		}
		return func(int) (time.Duration, any, error) {
			tokenFor := func(number int) token { return token{number, passes} }
			elapsed, ended := iterate(workers, tokens, tokenFor, pass)
			return elapsed, plainReport(ended), nil
		}, nil
	},
}

type token struct{ number, left int }

type witnessToken struct {
	token
	acc int
}

// An arrival tells the counter where a token ended.
type arrival struct{ number, worker, acc int }

func pass(worker int, in <-chan token, out chan<- token, ended chan<- arrival) {
	for t := range in {
		if t.left == 0 {
			ended <- arrival{t.number, worker, 0}
			continue
		}
		t.left--
		out <- t
	}
}

func passWithWitness(worker int, in <-chan witnessToken, out chan<- witnessToken, ended chan<- arrival) {
	for t := range in {
		if t.left == 0 {
			ended <- arrival{t.number, worker, t.acc}
			continue
		}
		t.left--
		t.acc = (t.acc*31 + worker) % accModulus
		out <- t
	}
}

// iterate runs one ring and returns the arrivals, token 1's first.
func iterate[T any](
	workers, tokens int,
	tokenFor func(number int) T,
	work func(worker int, in <-chan T, out chan<- T, ended chan<- arrival),
) (time.Duration, []arrival) {
	links := make([]chan T, workers)
	for i := range links {
		links[i] = make(chan T, capacity(workers, tokens))
	}
	ended := make(chan arrival, tokens)
	var running sync.WaitGroup
	for i, in := range links {
		out := links[(i+1)%workers]
		running.Go(func() { work(i+1, in, out, ended) })
	}

	begun := time.Now()
	for number := 1; number <= tokens; number++ {
		links[start(number, tokens, workers)-1] <- tokenFor(number)
	}
	arrivals := make([]arrival, tokens)
	for range tokens {
		a := <-ended
		arrivals[a.number-1] = a
	}
	elapsed := time.Since(begun)

	for _, link := range links {
		close(link)
	}
	running.Wait()
	return elapsed, arrivals
}

// roomyLink is the number of tokens that a worker may pass on before it has to
// wait for its neighbour. More room makes the links outgrow the cache.
const roomyLink = 64

// capacity returns how many tokens a link holds. Sends round the ring can only
// deadlock when every worker holds a token that it cannot send on, that is,
// with workers*(capacity+1) tokens on their way. Links that hold all tokens
// between them rule this out.
func capacity(workers, tokens int) int {
	share := (tokens + workers - 1) / workers
	return max(share, min(tokens, roomyLink))
}

// start returns max(1, floor(number*workers/tokens + 1/2)).
func start(number, tokens, workers int) int {
	return max(1, (2*number*workers+tokens)/(2*tokens))
}

type report struct {
	Ends    []int `json:"ends"`
	Witness []int `json:"witness,omitempty"`
}

func plainReport(ended []arrival) report {
	r := report{Ends: make([]int, len(ended))}
	for i, a := range ended {
		r.Ends[i] = a.worker
	}
	return r
}

func witnessReport(ended []arrival) report {
	r := plainReport(ended)
	for _, a := range ended {
		r.Witness = append(r.Witness, a.acc)
	}
	return r
}
