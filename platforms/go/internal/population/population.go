// Package population creates goroutines that greet, and live until all have
// greeted.
package population

import (
	"time"

	"agon/platforms/golang/workload/population"
)

// Workload is the population.
var Workload = population.Workload(iterate)

// A guest is the channel that an agent is dismissed by.
type guest chan int

type goodbye struct{ number, acc int }

// capacity is the number of messages that wait for the host before a sender does.
const capacity = 64

func live(number int, greetings chan<- guest, goodbyes chan<- goodbye) {
	own := make(guest, 1)
	greetings <- own
	goodbyes <- goodbye{number, population.Farewell(number, <-own)}
}

func iterate(agents int) (time.Duration, population.Tally) {
	var tally population.Tally
	greetings := make(chan guest, capacity)
	goodbyes := make(chan goodbye, capacity)
	guests := make([]guest, agents)

	begun := time.Now()
	go func() {
		for number := 1; number <= agents; number++ {
			go live(number, greetings, goodbyes)
		}
	}()
	for i := range guests {
		guests[i] = <-greetings
		tally.Greet()
	}
	for _, each := range guests {
		each <- agents
	}
	for range agents {
		g := <-goodbyes
		tally.Leave(g.number, g.acc)
	}
	return time.Since(begun), tally
}
