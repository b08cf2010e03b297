// Package gridswap lets agents, each a goroutine, swap their states with others
// at random.
package gridswap

import (
	"slices"
	"sync"
	"time"

	"agon/platforms/golang/workload/grid"
)

// Workload is the grid.
var Workload = grid.Workload(iterate)

// A request asks an agent to swap states; one without an answer channel stops it.
type request struct {
	state  int
	answer chan<- answer
}

type answer struct {
	accepted bool
	state    int
}

// An agent is in a transaction from the moment that it has picked another until it has the other's answer.
type agent struct {
	grid.Agent
	game       grid.Game
	inboxes    []chan request
	inbox      <-chan request
	answers    chan answer
	controller controller
	stopped    bool
}

// The controller is notified of the first agents that have finished, and of each that has stopped.
type controller struct {
	finished chan<- struct{}
	stopped  chan<- grid.Agent
}

func (a *agent) run(begin <-chan struct{}) {
	if begin != nil {
		<-begin
		a.swap()
	}
	for !a.stopped {
		r := <-a.inbox
		if r.answer == nil {
			a.stopped = true
			break
		}
		r.answer <- answer{true, a.State}
		a.State = r.state
		a.Accepted++
		a.swap()
	}
	a.controller.stopped <- a.Agent
	for r := range a.inbox {
		a.refuse(r)
	}
}

// swap requests until another agent accepts, or this one is stopped.
func (a *agent) swap() {
	for !a.stopped {
		if !a.request(a.inboxes[a.game.Another(a.Cell)]) {
			return
		}
		reply := a.await()
		if !reply.accepted {
			a.Refused++
			continue
		}
		a.State = reply.state
		a.Requested++
		if a.Requested == a.game.Rounds {
			a.finish()
		}
		return
	}
}

// request sends the request. An agent that waits for room in the other's inbox empties its own meanwhile, so that no
// circle of agents waits for each other. It reports false if it was stopped before the request was sent.
func (a *agent) request(other chan<- request) bool {
	own := request{a.State, a.answers}
	for {
		select {
		case other <- own:
			return true
		case r := <-a.inbox:
			a.refuse(r)
			if a.stopped {
				return false
			}
		}
	}
}

func (a *agent) await() answer {
	for {
		select {
		case reply := <-a.answers:
			return reply
		case r := <-a.inbox:
			a.refuse(r)
		}
	}
}

// refuse refuses a request, or takes note that the agent shall stop.
func (a *agent) refuse(r request) {
	if r.answer == nil {
		a.stopped = true
		return
	}
	r.answer <- answer{}
}

// finish notifies the controller and refuses all requests until the agent is stopped.
func (a *agent) finish() {
	select {
	case a.controller.finished <- struct{}{}:
	default: // the controller has it from another agent
	}
	for !a.stopped {
		a.refuse(<-a.inbox)
	}
}

// roomyInbox is the number of requests that an inbox holds before a requester has to wait.
const roomyInbox = 4

// stoppedAtOnce is the number of agents that a goroutine of the controller stops. Go's scheduler takes a goroutine
// off its thread after ten milliseconds and then prefers those that others woke meanwhile: one that had to stop
// all agents would wait for many seconds among tens of thousands of active agents.
const stoppedAtOnce = 1024

func iterate(game grid.Game) (time.Duration, []grid.Agent, error) {
	inboxes := make([]chan request, game.Agents)
	for cell := range inboxes {
		inboxes[cell] = make(chan request, roomyInbox)
	}
	active := make(map[int]bool, len(game.Active))
	for _, cell := range game.Active {
		active[cell] = true
	}
	finished := make(chan struct{}, 1)
	stopped := make(chan grid.Agent, game.Agents)
	begin := make(chan struct{})
	var running sync.WaitGroup
	for cell, inbox := range inboxes {
		a := &agent{
			Agent: grid.NewAgent(cell), game: game, inboxes: inboxes, inbox: inbox, answers: make(chan answer, 1),
			controller: controller{finished, stopped},
		}
		var starting <-chan struct{}
		if active[cell] {
			starting = begin
		}
		running.Go(func() { a.run(starting) })
	}
	agents := make([]grid.Agent, game.Agents)

	begun := time.Now()
	close(begin)
	<-finished
	for part := range slices.Chunk(inboxes, stoppedAtOnce) {
		go func() {
			for _, inbox := range part {
				inbox <- request{}
			}
		}()
	}
	for range agents {
		a := <-stopped
		agents[a.Cell] = a
	}
	elapsed := time.Since(begun)

	for _, inbox := range inboxes {
		close(inbox)
	}
	running.Wait()
	return elapsed, agents, nil
}
