// Package servicerounds lets a coordinator answer a client's requests with the
// help of a retriever and a printer.
package servicerounds

import (
	"time"

	"agon/platforms/golang/harness"
	"agon/platforms/golang/workload/rounds"
)

// Workload is the service rounds.
var Workload = rounds.Workload(iterate)

// A message asks for, or brings, the datum of a round.
type message struct{ round, datum, acc int }

// links are the channels of the agents, one a kind of message.
type links struct {
	requests, retrievals, data, prints, printed, answers chan message
}

func newLinks() links {
	link := func() chan message { return make(chan message) }
	return links{link(), link(), link(), link(), link(), link()}
}

func client(game rounds.Game, l links) rounds.Outcome {
	var o rounds.Outcome
	for round := 1; round <= game.Rounds; round++ {
		l.requests <- message{round: round, acc: o.Acc}
		answer := <-l.answers
		o.Add(answer.datum)
		o.Acc = game.Step(answer.acc, rounds.Client)
	}
	return o
}

func coordinate(game rounds.Game, l links) {
	for m := range l.requests {
		m.acc = game.Step(m.acc, rounds.Coordinator)
		l.retrievals <- m
		m = <-l.data
		m.acc = game.Step(m.acc, rounds.Coordinator)
		l.prints <- m
		m = <-l.printed
		m.acc = game.Step(m.acc, rounds.Coordinator)
		l.answers <- m
	}
	close(l.retrievals)
	close(l.prints)
}

func retrieve(game rounds.Game, l links) {
	for m := range l.retrievals {
		m.datum = rounds.Datum(m.round)
		m.acc = game.Step(m.acc, rounds.Retriever)
		l.data <- m
	}
}

// print has the last line on file before the client can be notified of it.
func print(game rounds.Game, lines *harness.Lines, l links, closed chan<- error) {
	for m := range l.prints {
		lines.Pair(m.round, m.datum)
		if m.round == game.Rounds {
			closed <- lines.Close()
		}
		m.acc = game.Step(m.acc, rounds.Printer)
		l.printed <- m
	}
}

func iterate(game rounds.Game) (time.Duration, rounds.Outcome, error) {
	lines, err := game.Lines()
	if err != nil {
		return 0, rounds.Outcome{}, err
	}
	l := newLinks()
	closed := make(chan error, 1)
	go coordinate(game, l)
	go retrieve(game, l)
	go print(game, lines, l, closed)

	begun := time.Now()
	outcome := client(game, l)
	elapsed := time.Since(begun)

	close(l.requests)
	return elapsed, outcome, <-closed
}
