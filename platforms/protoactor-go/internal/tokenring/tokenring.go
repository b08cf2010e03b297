// Package tokenring passes tokens from neighbour to neighbour round a ring of actors.
package tokenring

import (
	"time"

	"agon/platforms/golang/harness"
	"agon/platforms/golang/workload/ring"
	"agon/platforms/protoactor-go/internal/actors"

	"github.com/asynkron/protoactor-go/actor"
)

// agon: begin harness

// Workload is the token ring.
func Workload(system *actor.ActorSystem) harness.Workload {
	return ring.Workload(func(game ring.Game) (time.Duration, []ring.Arrival, error) {
		return iterate(system, game)
	})
}

// agon: end

// A token belongs to the worker that received it, which passes on the token itself.
type token struct{ number, left, acc int }

type link struct{ next *actor.PID }

type worker struct {
	number        int
	witness       bool
	next, counter *actor.PID
}

func (w *worker) Receive(ctx actor.Context) {
	switch m := ctx.Message().(type) {
	case *token:
		if m.left == 0 {
			ctx.Send(w.counter, ring.Arrival{Number: m.number, Worker: w.number, Acc: m.acc})
			return
		}
		m.left--
		// agon: begin witness
		if w.witness {
			m.acc = ring.Step(m.acc, w.number)
		}
		// agon: end
		ctx.Send(w.next, m)
	case link:
		w.next = m.next
	}
}

func iterate(system *actor.ActorSystem, game ring.Game) (time.Duration, []ring.Arrival, error) {
	counter, counted := actors.Gather[ring.Arrival](system, game.Tokens)
	workers := make([]*actor.PID, game.Workers)
	for i := range workers {
		workers[i] = actors.Spawn(system, &worker{number: i + 1, witness: game.Witness, counter: counter})
	}
	for i, pid := range workers {
		system.Root.Send(pid, link{workers[(i+1)%game.Workers]})
	}

	begun := time.Now()
	for number := 1; number <= game.Tokens; number++ {
		system.Root.Send(workers[game.Start(number)-1], &token{number: number, left: game.Passes})
	}
	ended := <-counted
	elapsed := time.Since(begun)

	arrivals := make([]ring.Arrival, game.Tokens)
	for _, a := range ended {
		arrivals[a.Number-1] = a
	}
	return elapsed, arrivals, actors.Stop(system, append(workers, counter)...)
}
