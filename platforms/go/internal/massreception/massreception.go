// Package massreception lets senders ask the same receiver again and again.
package massreception

import (
	"sync"
	"time"

	"agon/platforms/golang/workload/echo"
)

// Workload is the mass reception.
var Workload = echo.Mass(iterate)

// A request is the sender's so manieth; the reply is the receiver's number and the request's.
type request struct {
	sender, number int
	reply          chan<- reply
}

type reply struct{ receiver, number int }

func receive(r *echo.Replier, requests <-chan request) {
	for q := range requests {
		r.Answered(q.sender, q.number)
		q.reply <- reply{r.Number, q.number}
	}
}

func send(s *echo.Requester, begin <-chan time.Time, receiver chan<- request) {
	replies := make(chan reply, 1)
	s.Begin(<-begin)
	for !s.Done() {
		time.Sleep(s.Wait())
		receiver <- request{s.Number, s.Replies, replies}
		s.Record((<-replies).receiver)
	}
}

func iterate(game echo.Game) echo.Outcome {
	requesters, repliers := game.NewRequesters(), game.NewRepliers()
	receivers := make([]chan request, len(repliers))
	var receiving, sending sync.WaitGroup
	for number, r := range repliers {
		// None of its senders ever waits for room.
		receivers[number] = make(chan request, (len(requesters)+len(repliers)-1)/len(repliers))
		receiving.Go(func() { receive(r, receivers[number]) })
	}
	begin := make([]chan time.Time, len(requesters))
	done := make(chan struct{}, len(requesters))
	for number, s := range requesters {
		begin[number] = make(chan time.Time, 1)
		sending.Go(func() {
			send(s, begin[number], receivers[number%len(receivers)])
			done <- struct{}{}
		})
	}

	begun := time.Now()
	for _, b := range begin {
		b <- begun
	}
	for range requesters {
		<-done
	}
	elapsed := time.Since(begun)

	sending.Wait()
	for _, r := range receivers {
		close(r)
	}
	receiving.Wait()
	return echo.Outcome{Elapsed: elapsed, Requesters: requesters, Repliers: repliers}
}
