// Package fibonacci times a server's answers to large and small requests.
package fibonacci

import (
	"time"

	"agon/platforms/golang/harness"
	"agon/platforms/golang/workload/fibonacci"
	"agon/platforms/protoactor-go/internal/actors"

	"github.com/asynkron/protoactor-go/actor"
)

const (
	subactors = "subactors"
	functions = "functions"
)

// agon: begin harness

// Workload is the Fibonacci server.
func Workload(system *actor.ActorSystem) harness.Workload {
	iterate := func(variant string, lists [][]int) (time.Duration, []fibonacci.Point, error) {
		return iterate(system, variant, lists)
	}
	return fibonacci.Workload([]string{subactors, functions}, iterate)
}

// agon: end

type begin struct{}

type request struct {
	n      int
	client *actor.PID
}

type answer struct{ value int }

// An inline server computes in its own handler.
type inline struct{}

func (inline) Receive(ctx actor.Context) {
	if r, ok := ctx.Message().(request); ok {
		ctx.Send(r.client, answer{fibonacci.Of(r.n)})
	}
}

// A spawner starts an actor a request, so a large one does not hold up small ones.
type spawner struct{}

func (spawner) Receive(ctx actor.Context) {
	if r, ok := ctx.Message().(request); ok {
		ctx.Spawn(actors.Props(computation{r}))
	}
}

type computation struct{ request }

func (c computation) Receive(ctx actor.Context) {
	if _, ok := ctx.Message().(*actor.Started); ok {
		ctx.Send(c.client, answer{fibonacci.Of(c.n)})
		ctx.Stop(ctx.Self())
	}
}

type client struct {
	number          int
	requests        []int
	server, manager *actor.PID
	asked           time.Time
}

func (c *client) Receive(ctx actor.Context) {
	switch m := ctx.Message().(type) {
	case answer:
		took := time.Since(c.asked)
		n := c.requests[0]
		c.requests = c.requests[1:]
		ctx.Send(c.manager, fibonacci.Point{Client: c.number, N: n, Value: m.value, Took: took})
		c.ask(ctx)
	case begin:
		c.ask(ctx)
	}
}

func (c *client) ask(ctx actor.Context) {
	if len(c.requests) > 0 {
		c.asked = time.Now()
		ctx.Send(c.server, request{c.requests[0], ctx.Self()})
	}
}

func iterate(system *actor.ActorSystem, variant string, lists [][]int) (time.Duration, []fibonacci.Point, error) {
	expected := 0
	for _, list := range lists {
		expected += len(list)
	}
	manager, managed := actors.Gather[fibonacci.Point](system, expected)
	var server *actor.PID
	if variant == subactors {
		server = actors.Spawn(system, spawner{})
	} else {
		server = actors.Spawn(system, inline{})
	}
	clients := make([]*actor.PID, len(lists))
	for i, list := range lists {
		clients[i] = actors.Spawn(system, &client{number: i + 1, requests: list, server: server, manager: manager})
	}

	begun := time.Now()
	for _, pid := range clients {
		system.Root.Send(pid, begin{})
	}
	points := <-managed
	elapsed := time.Since(begun)

	return elapsed, points, actors.Stop(system, append(clients, server, manager)...)
}
