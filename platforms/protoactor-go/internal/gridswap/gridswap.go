// Package gridswap lets agents, each an actor, swap their states with others at random.
package gridswap

import (
	"slices"
	"time"

	"agon/platforms/golang/harness"
	"agon/platforms/golang/workload/grid"
	"agon/platforms/protoactor-go/internal/actors"

	"github.com/asynkron/protoactor-go/actor"
)

// Workload is the grid.
func Workload(system *actor.ActorSystem) harness.Workload {
	return grid.Workload(func(game grid.Game) (time.Duration, []grid.Agent, error) {
		return iterate(system, game)
	})
}

type (
	start      struct{}
	refusal    struct{}
	finished   struct{}
	stop       struct{}
	acceptance struct{ state int }
	request    struct {
		from  *actor.PID
		state int
	}
)

type agent struct {
	grid.Agent
	game       grid.Game
	agents     []*actor.PID
	controller *actor.PID
	// active holds from the moment that the agent is to request until its request is accepted.
	active bool
	// refusing holds once the agent has finished or stopped.
	refusing, stopping bool
}

func (a *agent) Receive(ctx actor.Context) {
	switch m := ctx.Message().(type) {
	case request:
		if a.active || a.refusing {
			ctx.Send(m.from, refusal{})
			return
		}
		ctx.Send(m.from, acceptance{a.State})
		a.State = m.state
		a.Accepted++
		a.request(ctx)
	case refusal:
		a.Refused++
		if a.stopping {
			a.stopped(ctx)
			return
		}
		a.request(ctx)
	case acceptance:
		a.State = m.state
		a.Requested++
		a.active = false
		switch {
		case a.stopping:
			a.stopped(ctx)
		case a.Requested == a.game.Rounds:
			a.refusing = true
			ctx.Send(a.controller, finished{})
		}
	case start:
		if a.stopping {
			a.stopped(ctx)
			return
		}
		a.request(ctx)
	case stop:
		a.stopping = true
		if !a.active {
			a.stopped(ctx)
		}
	}
}

func (a *agent) request(ctx actor.Context) {
	a.active = true
	ctx.Send(a.agents[a.game.Another(a.Cell)], request{ctx.Self(), a.State})
}

func (a *agent) stopped(ctx actor.Context) {
	a.refusing = true
	ctx.Send(a.controller, a.Agent)
}

// stoppedAtOnce is the number of agents that a goroutine of the controller stops. Go's scheduler takes a goroutine
// off its thread after ten milliseconds and then prefers those that others woke meanwhile: one that had to stop
// all agents would wait long among tens of thousands of active agents.
const stoppedAtOnce = 1024

type controller struct {
	agents   []*actor.PID
	stopping bool
	outcome  []grid.Agent
	missing  int
	ended    chan<- struct{}
}

func (c *controller) Receive(ctx actor.Context) {
	switch m := ctx.Message().(type) {
	case grid.Agent:
		c.outcome[m.Cell] = m
		if c.missing--; c.missing == 0 {
			close(c.ended)
		}
	case finished:
		if c.stopping {
			return
		}
		c.stopping = true
		root := ctx.ActorSystem().Root
		for part := range slices.Chunk(c.agents, stoppedAtOnce) {
			go func() {
				for _, pid := range part {
					root.Send(pid, stop{})
				}
			}()
		}
	}
}

func iterate(system *actor.ActorSystem, game grid.Game) (time.Duration, []grid.Agent, error) {
	agents := make([]*actor.PID, game.Agents)
	outcome := make([]grid.Agent, game.Agents)
	ended := make(chan struct{})
	controller := actors.Spawn(system, &controller{
		agents: agents, outcome: outcome, missing: game.Agents, ended: ended,
	})
	// An agent that starts active takes no part in a swap before its own request.
	active := make([]bool, game.Agents)
	for _, cell := range game.Active {
		active[cell] = true
	}
	for cell := range agents {
		agents[cell] = actors.Spawn(system, &agent{
			Agent: grid.NewAgent(cell), game: game, agents: agents, controller: controller, active: active[cell],
		})
	}

	begun := time.Now()
	for _, cell := range game.Active {
		system.Root.Send(agents[cell], start{})
	}
	<-ended
	elapsed := time.Since(begun)

	return elapsed, outcome, actors.Stop(system, append(agents, controller)...)
}
