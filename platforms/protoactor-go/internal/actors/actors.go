// Package actors holds what the programs share: the actor system, and how actors start and end.
package actors

import (
	"log/slog"
	"os"
	"time"

	"github.com/asynkron/protoactor-go/actor"
)

// NewSystem returns a running system that logs errors, and nothing else, to standard error.
func NewSystem() *actor.ActorSystem {
	logger := slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelError}))
	return actor.NewActorSystem(actor.WithLoggerFactory(func(*actor.ActorSystem) *slog.Logger { return logger }))
}

// Props is how to start an actor that is this one.
func Props(this actor.Actor) *actor.Props {
	return actor.PropsFromProducer(func() actor.Actor { return this }, actor.WithSupervisor(giveUp))
}

// Spawn starts this actor.
func Spawn(system *actor.ActorSystem, this actor.Actor) *actor.PID {
	return system.Root.Spawn(Props(this).Configure(actor.WithGuardian(giveUp)))
}

// A restart would lose the actor's state: a panic ends the process.
var giveUp = actor.NewOneForOneStrategy(0, 0, func(reason any) actor.Directive {
	slog.Error("an actor failed", "reason", reason)
	os.Exit(1)
	return actor.StopDirective
})

// stopWithin is far more than the end of an actor takes.
const stopWithin = time.Minute

// Stop ends the actors and waits for it.
func Stop(system *actor.ActorSystem, pids ...*actor.PID) error {
	for _, pid := range pids {
		system.Root.Stop(pid)
	}
	// One that has stopped already is answered for by the system's dead letters.
	for _, pid := range pids {
		if err := system.Root.StopFuture(pid).Wait(); err != nil {
			return err
		}
	}
	return nil
}

// A Gatherer is an actor that collects so many T and then hands them over, in the order in which they came.
type Gatherer[T any] struct {
	missing  int
	gathered []T
	full     chan<- []T
}

// Gather starts a gatherer.
func Gather[T any](system *actor.ActorSystem, count int) (*actor.PID, <-chan []T) {
	full := make(chan []T, 1)
	return Spawn(system, &Gatherer[T]{count, make([]T, 0, count), full}), full
}

// Receive takes one T.
func (g *Gatherer[T]) Receive(ctx actor.Context) {
	if item, ok := ctx.Message().(T); ok {
		g.gathered = append(g.gathered, item)
		if g.missing--; g.missing == 0 {
			g.full <- g.gathered
		}
	}
}
