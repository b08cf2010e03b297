// Package chameneos is the creatures' game apart from its messages.
package chameneos

import (
	"time"

	"agon/platforms/golang/harness"
)

// A Game is one game of the creatures.
type Game struct {
	Creatures, Meetings int
	Witness             bool
}

// agon: begin harness

// Workload is the game as iterate plays it. iterate returns every creature once, in any order.
func Workload(iterate func(Game) (time.Duration, []Creature, error)) harness.Workload {
	return harness.Workload{
		Integers: map[string]int{"creatures": 2, "meetings": 0},
		Prepare: func(p harness.Parameters) (harness.Iteration, error) {
			game := Game{p.Integer("creatures"), p.Integer("meetings"), p.Witness}
			return func(int) (time.Duration, any, error) {
				elapsed, creatures, err := iterate(game)
				return elapsed, newReport(game, creatures), err
			}, nil
		},
	}
}

// agon: end

// A Colour is a creature's.
type Colour int

const (
	blue Colour = iota
	red
	yellow
	colours
)

// agon: begin report

var names = [colours]string{"blue", "red", "yellow"}

// agon: end

// complement returns the colour that own takes on meeting other: its own if
// they are the same, else the third.
func complement(own, other Colour) Colour {
	if own == other {
		return own
	}
	return blue + red + yellow - own - other
}

// initial deals the colours round-robin to creatures 1, 2, ...
func initial(number int) Colour { return Colour(number-1) % colours }

// agon: begin witness

// pairs counts meetings by own and other colour.
type pairs [colours][colours]int

// agon: end

// A Creature is what a creature knows of itself, and reports when it has been turned away.
type Creature struct {
	Number         int
	Colour         Colour
	meetings, self int
	// agon: begin witness
	pairs *pairs
	// agon: end
}

// NewCreature returns creature number (1..) as it enters the game.
func (g Game) NewCreature(number int) Creature {
	c := Creature{Number: number, Colour: initial(number)}
	// agon: begin witness
	if g.Witness {
		c.pairs = new(pairs)
	}
	// agon: end
	return c
}

// Meet lets the creature change its colour on meeting a creature of that number and colour.
func (c *Creature) Meet(number int, colour Colour) {
	c.meetings++
	if number == c.Number {
		c.self++
	}
	// agon: begin witness
	if c.pairs != nil {
		c.pairs[c.Colour][colour]++
	}
	// agon: end
	c.Colour = complement(c.Colour, colour)
}

// agon: begin report

type report struct {
	Complements [colours][colours]string `json:"complements"`
	Initial     []string                 `json:"initial"`
	Final       []string                 `json:"final"`
	Meetings    []int                    `json:"meetings"`
	Self        []int                    `json:"self"`
	Witness     *pairs                   `json:"witness,omitempty"`
}

// agon: end

// agon: begin report

func newReport(game Game, creatures []Creature) report {
	r := report{
		Initial:  make([]string, game.Creatures),
		Final:    make([]string, game.Creatures),
		Meetings: make([]int, game.Creatures),
		Self:     make([]int, game.Creatures),
	}
	for own := range colours {
		for other := range colours {
			r.Complements[own][other] = names[complement(own, other)]
		}
	}
	if game.Witness {
		r.Witness = new(pairs)
	}
	for _, c := range creatures {
		r.add(c)
	}
	return r
}

// agon: end

// agon: begin report

func (r *report) add(c Creature) {
	i := c.Number - 1
	r.Initial[i] = names[initial(c.Number)]
	r.Final[i] = names[c.Colour]
	r.Meetings[i] = c.meetings
	r.Self[i] = c.self
	if c.pairs == nil {
		return
	}
	for own := range colours {
		for other := range colours {
			r.Witness[own][other] += c.pairs[own][other]
		}
	}
}

// agon: end
