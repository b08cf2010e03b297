// Package chameneos lets creatures meet in pairs through a broker and change colour.
package chameneos

import (
	"time"

	"agon/platforms/golang/harness"
	"agon/platforms/golang/workload/chameneos"
	"agon/platforms/protoactor-go/internal/actors"

	"github.com/asynkron/protoactor-go/actor"
)

// agon: begin harness

// Workload is the game of the chameneos.
func Workload(system *actor.ActorSystem) harness.Workload {
	return chameneos.Workload(func(game chameneos.Game) (time.Duration, []chameneos.Creature, error) {
		return iterate(system, game)
	})
}

// agon: end

type begin struct{}

// A request asks the broker for a meeting.
type request struct {
	number   int
	colour   chameneos.Colour
	creature *actor.PID
}

// A partner is the broker's answer.
type partner struct {
	number int
	colour chameneos.Colour
}

type turnedAway struct{}

type broker struct {
	meetings int
	waiting  *request
}

func (b *broker) Receive(ctx actor.Context) {
	r, ok := ctx.Message().(request)
	switch {
	case !ok:
	case b.meetings == 0:
		ctx.Send(r.creature, turnedAway{})
	case b.waiting == nil:
		b.waiting = &r
	default:
		first := b.waiting
		b.waiting = nil
		b.meetings--
		ctx.Send(first.creature, partner{r.number, r.colour})
		ctx.Send(r.creature, partner{first.number, first.colour})
	}
}

type creature struct {
	chameneos.Creature
	broker, collector *actor.PID
}

func (c *creature) Receive(ctx actor.Context) {
	switch m := ctx.Message().(type) {
	case partner:
		c.Meet(m.number, m.colour)
		c.request(ctx)
	case begin:
		c.request(ctx)
	case turnedAway:
		ctx.Send(c.collector, c.Creature)
	}
}

func (c *creature) request(ctx actor.Context) {
	ctx.Send(c.broker, request{c.Number, c.Colour, ctx.Self()})
}

func iterate(system *actor.ActorSystem, game chameneos.Game) (time.Duration, []chameneos.Creature, error) {
	collector, collected := actors.Gather[chameneos.Creature](system, game.Creatures)
	broker := actors.Spawn(system, &broker{meetings: game.Meetings})
	creatures := make([]*actor.PID, game.Creatures)
	for i := range creatures {
		creatures[i] = actors.Spawn(system, &creature{game.NewCreature(i + 1), broker, collector})
	}

	begun := time.Now()
	for _, pid := range creatures {
		system.Root.Send(pid, begin{})
	}
	outcome := <-collected
	elapsed := time.Since(begun)

	return elapsed, outcome, actors.Stop(system, append(creatures, broker, collector)...)
}
