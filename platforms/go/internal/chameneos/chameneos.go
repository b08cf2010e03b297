// Package chameneos lets creatures meet in pairs through a broker and change
// colour.
package chameneos

import (
	"time"

	"agon/platforms/golang/workload/chameneos"
)

// Workload is the game of the chameneos.
var Workload = chameneos.Workload(iterate)

// A request asks the broker for a meeting.
type request struct {
	number int
	colour chameneos.Colour
	answer chan<- partner
}

// A partner is the broker's answer; a closed answer channel turns the creature away.
type partner struct {
	number int
	colour chameneos.Colour
}

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

func play(c chameneos.Creature, begin <-chan struct{}, requests chan<- request, ended chan<- chameneos.Creature) {
	// The broker never waits for a creature to take its answer.
	answer := make(chan partner, 1)
	<-begin
	for {
		requests <- request{c.Number, c.Colour, answer}
		other, ok := <-answer
		if !ok {
			break
		}
		c.Meet(other.number, other.colour)
	}
	ended <- c
}

func iterate(game chameneos.Game) (time.Duration, []chameneos.Creature, error) {
	requests := make(chan request, game.Creatures)
	ended := make(chan chameneos.Creature, game.Creatures)
	begin := make(chan struct{})
	go broker(requests, game.Meetings, game.Creatures)
	for number := 1; number <= game.Creatures; number++ {
		go play(game.NewCreature(number), begin, requests, ended)
	}
	creatures := make([]chameneos.Creature, game.Creatures)

	begun := time.Now()
	close(begin)
	for i := range creatures {
		creatures[i] = <-ended
	}
	return time.Since(begun), creatures, nil
}
