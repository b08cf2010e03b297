// Package pipeline passes strings through three stages, each an actor.
package pipeline

import (
	"iter"
	"time"

	"agon/platforms/golang/harness"
	"agon/platforms/golang/workload/pipeline"
	"agon/platforms/protoactor-go/internal/actors"

	"github.com/asynkron/protoactor-go/actor"
)

// Workload is the pipeline.
func Workload(system *actor.ActorSystem) harness.Workload {
	return pipeline.Workload(func(tasks iter.Seq[string], stages [pipeline.Stages]*pipeline.Stage) (time.Duration, error) {
		return iterate(system, tasks, stages)
	})
}

type stop struct{}

// A stage has no next one if it is the last.
type stage struct {
	*pipeline.Stage
	next   *actor.PID
	closed chan<- error
}

func (s *stage) Receive(ctx actor.Context) {
	switch m := ctx.Message().(type) {
	case string:
		made := s.Make(m)
		if s.next != nil {
			ctx.Send(s.next, made)
		}
	case stop:
		s.closed <- s.Close()
		if s.next != nil {
			ctx.Send(s.next, m)
		}
	}
}

func iterate(
	system *actor.ActorSystem, tasks iter.Seq[string], stages [pipeline.Stages]*pipeline.Stage,
) (time.Duration, error) {
	closed := make(chan error, pipeline.Stages)
	var pids []*actor.PID
	var next *actor.PID
	for i := range stages {
		next = actors.Spawn(system, &stage{stages[pipeline.Stages-1-i], next, closed})
		pids = append(pids, next)
	}
	first := next

	begun := time.Now()
	for text := range tasks {
		system.Root.Send(first, text)
	}
	system.Root.Send(first, stop{})
	var failure error
	for range stages {
		if err := <-closed; err != nil {
			failure = err
		}
	}
	elapsed := time.Since(begun)

	if err := actors.Stop(system, pids...); err != nil {
		return 0, err
	}
	return elapsed, failure
}
