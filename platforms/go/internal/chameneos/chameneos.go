// Package chameneos lets creatures meet in pairs through a broker and change
// colour.
package chameneos

import (
	"time"

	"agon/platforms/go/internal/harness"
)

// Workload is the game of the chameneos.
var Workload = harness.Workload{
	Integers: map[string]int{"creatures": 2, "meetings": 0},
	Prepare: func(p harness.Parameters) (harness.Iteration, error) {
		return func(int) (time.Duration, any, error) {
			elapsed, r := iterate(p.Integer("creatures"), p.Integer("meetings"), p.Witness)
			return elapsed, r, nil
		}, nil
	},
}

type colour int

const (
	blue colour = iota
	red
	yellow
	colours
)

var names = [colours]string{"blue", "red", "yellow"}

// complement returns the colour that own takes on meeting other: its own if
// they are the same, else the third.
func complement(own, other colour) colour {
	if own == other {
		return own
	}
	return blue + red + yellow - own - other
}

// A request asks the broker for a meeting.
type request struct {
	number int
	colour colour
	answer chan<- partner
}

// A partner is the broker's answer; a closed answer channel turns the creature away.
type partner struct {
	number int
	colour colour
}

// An outcome is what a creature tells when it has been turned away.
type outcome struct {
	number         int
	colour         colour
	meetings, self int
	pairs          pairs
}

// pairs counts meetings by own and other colour.
type pairs [colours][colours]int

func broker(requests <-chan request, meetings, creatures int) {
	for range meetings {
		a, b := <-requests, <-requests
		a.answer <- partner{b.number, b.colour}
		b.answer <- partner{a.number, a.colour}
	}
	for range creatures {
		r := <-requests
		close(r.answer)
	}
}

func creature(o outcome, begin <-chan struct{}, requests chan<- request, witness bool, outcomes chan<- outcome) {
	// The broker never waits for a creature to take its answer.
	answer := make(chan partner, 1)
	<-begin
	for {
		requests <- request{o.number, o.colour, answer}
		other, ok := <-answer
		if !ok {
			break
		}
		o.meetings++
		if other.number == o.number {
			o.self++
		}
		if witness {
			o.pairs[o.colour][other.colour]++
		}
		o.colour = complement(o.colour, other.colour)
	}
	outcomes <- o
}

func iterate(creatures, meetings int, witness bool) (time.Duration, report) {
	requests := make(chan request, creatures)
	outcomes := make(chan outcome, creatures)
	begin := make(chan struct{})
	r := newReport(creatures, witness)
	go broker(requests, meetings, creatures)
	for number := 1; number <= creatures; number++ {
		first := outcome{number: number, colour: initial(number)}
		go creature(first, begin, requests, witness, outcomes)
	}

	begun := time.Now()
	close(begin)
	for range creatures {
		r.add(<-outcomes)
	}
	return time.Since(begun), r
}

// initial deals the colours round-robin to creatures 1, 2, ...
func initial(number int) colour { return colour(number-1) % colours }

type report struct {
	Complements [colours][colours]string `json:"complements"`
	Initial     []string                 `json:"initial"`
	Final       []string                 `json:"final"`
	Meetings    []int                    `json:"meetings"`
	Self        []int                    `json:"self"`
	Witness     *pairs                   `json:"witness,omitempty"`
}

func newReport(creatures int, witness bool) report {
	r := report{
		Initial:  make([]string, creatures),
		Final:    make([]string, creatures),
		Meetings: make([]int, creatures),
		Self:     make([]int, creatures),
	}
	for own := range colours {
		for other := range colours {
			r.Complements[own][other] = names[complement(own, other)]
		}
	}
	for i := range creatures {
		r.Initial[i] = names[initial(i+1)]
	}
	if witness {
		r.Witness = new(pairs)
	}
	return r
}

func (r *report) add(o outcome) {
	i := o.number - 1
	r.Final[i] = names[o.colour]
	r.Meetings[i] = o.meetings
	r.Self[i] = o.self
	if r.Witness == nil {
		return
	}
	for own := range colours {
		for other := range colours {
			r.Witness[own][other] += o.pairs[own][other]
		}
	}
}
