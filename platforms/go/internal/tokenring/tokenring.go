// Package tokenring passes tokens from neighbour to neighbour round a ring of
// goroutines.
package tokenring

import (
	"sync"
	"time"

	"agon/platforms/golang/workload/ring"
)

// Workload is the token ring.
var Workload = ring.Workload(iterate)

type token struct{ number, left int }

// agon: begin witness

type witnessToken struct {
	token
	acc int
}

// agon: end

func pass(worker int, in <-chan token, out chan<- token, ended chan<- ring.Arrival) {
	for t := range in {
		if t.left == 0 {
			ended <- ring.Arrival{Number: t.number, Worker: worker}
			continue
		}
		t.left--
		out <- t
	}
}

// agon: begin witness

func passWithWitness(worker int, in <-chan witnessToken, out chan<- witnessToken, ended chan<- ring.Arrival) {
	for t := range in {
		if t.left == 0 {
			ended <- ring.Arrival{Number: t.number, Worker: worker, Acc: t.acc}
			continue
		}
		t.left--
		t.acc = ring.Step(t.acc, worker)
		out <- t
	}
}

// agon: end

func iterate(game ring.Game) (time.Duration, []ring.Arrival, error) {
	// agon: begin witness
	if game.Witness {
		tokenFor := func(number int) witnessToken { return witnessToken{token{number, game.Passes}, 0} }
		return play(game, tokenFor, passWithWitness)
	}
	// agon: end
	tokenFor := func(number int) token { return token{number, game.Passes} }
	return play(game, tokenFor, pass)
}

func play[T any](
	game ring.Game,
	tokenFor func(number int) T,
	work func(worker int, in <-chan T, out chan<- T, ended chan<- ring.Arrival),
) (time.Duration, []ring.Arrival, error) {
	links := make([]chan T, game.Workers)
	for i := range links {
		links[i] = make(chan T, capacity(game.Workers, game.Tokens))
	}
	ended := make(chan ring.Arrival, game.Tokens)
	var running sync.WaitGroup
	for i, in := range links {
		out := links[(i+1)%game.Workers]
		running.Go(func() { work(i+1, in, out, ended) })
	}

	begun := time.Now()
	for number := 1; number <= game.Tokens; number++ {
		links[game.Start(number)-1] <- tokenFor(number)
	}
	arrivals := make([]ring.Arrival, game.Tokens)
	for range game.Tokens {
		a := <-ended
		arrivals[a.Number-1] = a
	}
	elapsed := time.Since(begun)

	for _, link := range links {
		close(link)
	}
	running.Wait()
	return elapsed, arrivals, nil
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
