// Package compute lets agents, each a goroutine, compute for themselves.
package compute

import (
	"time"

	"agon/platforms/golang/workload/compute"
)

// Workload is the computing.
var Workload = compute.Workload(iterate)

func iterate(game compute.Game) (time.Duration, []compute.Agent) {
	begin := make(chan struct{})
	done := make(chan compute.Agent, game.Agents)
	for _, a := range game.NewAgents() {
		go func() {
			<-begin
			a.Compute()
			done <- a
		}()
	}
	agents := make([]compute.Agent, game.Agents)

	begun := time.Now()
	close(begin)
	for range agents {
		a := <-done
		agents[a.Number-1] = a
	}
	return time.Since(begun), agents
}
