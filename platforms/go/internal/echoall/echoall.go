// Package echoall lets agents, each a goroutine, ask all others in turn and
// answer every request.
package echoall

import (
	"sync"
	"time"

	"agon/platforms/golang/workload/echo"
)

// Workload is the echo of all.
var Workload = echo.All(iterate)

// A message is the request of that number, or the reply to it, from that agent.
type message struct {
	from, number int
	isReply      bool
}

type agent struct {
	requester *echo.Requester
	replier   *echo.Replier
	inboxes   []chan message
	inbox     <-chan message
	last      int
	// backlog holds what has come while the agent waited for room in another's inbox.
	backlog []message
	timer   *time.Timer
	done    chan<- struct{}
}

func (a *agent) run(begin <-chan time.Time) {
	a.requester.Begin(<-begin)
	a.goOn()
	for {
		m, ok := a.receive()
		if !ok {
			return
		}
		if m.isReply {
			a.requester.Record(m.from)
			a.goOn()
		} else {
			a.replier.Answered(m.from, m.number)
			a.send(m.from, message{a.replier.Number, m.number, true})
		}
	}
}

// receive returns the next message; none when it is over. Meanwhile a request that is due is sent.
func (a *agent) receive() (message, bool) {
	if len(a.backlog) > 0 {
		m := a.backlog[0]
		a.backlog = a.backlog[1:]
		return m, true
	}
	for a.timer != nil {
		select {
		case m, ok := <-a.inbox:
			return m, ok
		case <-a.timer.C:
			a.timer = nil
			a.goOn()
		}
	}
	m, ok := <-a.inbox
	return m, ok
}

// goOn sends the next request, or sets the timer for it.
func (a *agent) goOn() {
	if a.requester.Done() {
		a.done <- struct{}{}
		return
	}
	if wait := a.requester.Wait(); wait > 0 {
		a.timer = time.NewTimer(wait)
		return
	}
	a.next()
	a.send(a.last, message{a.requester.Number, a.requester.Replies, false})
}

// next turns to the next one of the circle who is another.
func (a *agent) next() {
	a.last++
	if a.last == a.requester.Number {
		a.last++
	}
	if a.last == len(a.inboxes) {
		a.last = 0
		if a.requester.Number == 0 {
			a.last = 1
		}
	}
}

// send sends a message. An agent that waits for room in the other's inbox empties its own meanwhile, so that no circle
// of agents waits for each other.
func (a *agent) send(to int, m message) {
	other := a.inboxes[to]
	select {
	case other <- m:
		return
	default:
	}
	for {
		select {
		case other <- m:
			return
		case own := <-a.inbox:
			a.backlog = append(a.backlog, own)
		}
	}
}

// roomyInbox is the number of messages that an inbox holds before a sender has to wait.
const roomyInbox = 16

func iterate(game echo.Game) echo.Outcome {
	requesters, repliers := game.NewRequesters(), game.NewRepliers()
	inboxes := make([]chan message, len(requesters))
	for number := range inboxes {
		inboxes[number] = make(chan message, roomyInbox)
	}
	begin := make([]chan time.Time, len(inboxes))
	done := make(chan struct{}, len(inboxes))
	var running sync.WaitGroup
	for number, inbox := range inboxes {
		begin[number] = make(chan time.Time, 1)
		a := &agent{
			requester: requesters[number], replier: repliers[number], inboxes: inboxes, inbox: inbox, last: number, done: done,
		}
		running.Go(func() { a.run(begin[number]) })
	}

	begun := time.Now()
	for _, b := range begin {
		b <- begun
	}
	for range inboxes {
		<-done
	}
	elapsed := time.Since(begun)

	for _, inbox := range inboxes {
		close(inbox)
	}
	running.Wait()
	return echo.Outcome{Elapsed: elapsed, Requesters: requesters, Repliers: repliers}
}
