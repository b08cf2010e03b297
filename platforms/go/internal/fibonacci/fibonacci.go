// Package fibonacci times a server's answers to large and small requests.
package fibonacci

import (
	"time"

	"agon/platforms/golang/workload/fibonacci"
)

// Workload is the Fibonacci server.
var Workload = fibonacci.Workload(nil, iterate)

type request struct {
	n      int
	answer chan<- int
}

// serve spawns a goroutine a request, so a large one does not hold up small ones.
func serve(requests <-chan request) {
	for r := range requests {
		go func() { r.answer <- fibonacci.Of(r.n) }()
	}
}

func client(number int, list []int, begin <-chan struct{}, requests chan<- request, manager chan<- fibonacci.Point) {
	answer := make(chan int, 1)
	<-begin
	for _, n := range list {
		asked := time.Now()
		requests <- request{n, answer}
		value := <-answer
		manager <- fibonacci.Point{Client: number, N: n, Value: value, Took: time.Since(asked)}
	}
}

func iterate(_ string, lists [][]int) (time.Duration, []fibonacci.Point, error) {
	requests := make(chan request, len(lists))
	manager := make(chan fibonacci.Point, len(lists))
	begin := make(chan struct{})
	expected := 0
	go serve(requests)
	for i, list := range lists {
		expected += len(list)
		go client(i+1, list, begin, requests, manager)
	}
	points := make([]fibonacci.Point, 0, expected)

	begun := time.Now()
	close(begin)
	for range expected {
		points = append(points, <-manager)
	}
	elapsed := time.Since(begun)

	close(requests)
	return elapsed, points, nil
}
