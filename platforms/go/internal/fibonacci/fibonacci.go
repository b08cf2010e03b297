// Package fibonacci times a server's answers to large and small requests.
package fibonacci

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"agon/platforms/go/internal/harness"
)

// Workload is the Fibonacci server.
var Workload = harness.Workload{
	Integers: map[string]int{"clients": 1, "requests": 1, "max_n": 0},
	HasInput: true,
	Prepare:  prepare,
}

func prepare(p harness.Parameters) (harness.Iteration, error) {
	lists, err := readInput(p.Input, p.Integer("clients"), p.Integer("requests"), p.Integer("max_n"))
	if err != nil {
		return nil, err
	}
	path := filepath.Join(p.Samples, "points.csv")
	if err := os.WriteFile(path, []byte("iteration,client,n,value,ns\n"), 0o644); err != nil {
		return nil, err
	}
	return func(index int) (time.Duration, any, error) {
		elapsed, points := iterate(lists)
		return elapsed, report{Answers: len(points)}, appendPoints(path, index, points)
	}, nil
}

type report struct {
	Answers int `json:"answers"`
}

type request struct {
	n      int
	answer chan<- int
}

// A point is what a client tells the manager of one answer.
type point struct {
	client, n, value int
	took             time.Duration
}

func fib(n int) int {
	if n < 2 {
		return n
	}
	return fib(n-1) + fib(n-2)
}

// serve spawns a goroutine a request, so a large one does not hold up small ones.
func serve(requests <-chan request) {
	for r := range requests {
		go func() { r.answer <- fib(r.n) }()
	}
}

func client(number int, list []int, begin <-chan struct{}, requests chan<- request, manager chan<- point) {
	answer := make(chan int, 1)
	<-begin
	for _, n := range list {
		asked := time.Now()
		requests <- request{n, answer}
		value := <-answer
		manager <- point{number, n, value, time.Since(asked)}
	}
}

func iterate(lists [][]int) (time.Duration, []point) {
	requests := make(chan request, len(lists))
	manager := make(chan point, len(lists))
	begin := make(chan struct{})
	expected := 0
	go serve(requests)
	for i, list := range lists {
		expected += len(list)
		go client(i+1, list, begin, requests, manager)
	}
	points := make([]point, 0, expected)

	begun := time.Now()
	close(begin)
	for range expected {
		points = append(points, <-manager)
	}
	elapsed := time.Since(begun)

	close(requests)
	return elapsed, points
}

func appendPoints(path string, index int, points []point) error {
	file, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	defer file.Close()
	rows := bufio.NewWriter(file)
	for _, p := range points {
		fmt.Fprintf(rows, "%d,%d,%d,%d,%d\n", index, p.client, p.n, p.value, p.took.Nanoseconds())
	}
	return rows.Flush()
}

func readInput(path string, clients, requests, maxN int) ([][]int, error) {
	content, err := os.ReadFile(path)
	if err != nil {
		return nil, harness.Usagef("input: %v", err)
	}
	lines := strings.Split(strings.TrimRight(string(content), "\n"), "\n")
	if len(lines) != clients {
		return nil, harness.Usagef("%s: must hold %d lines, holds %d", path, clients, len(lines))
	}
	lists := make([][]int, clients)
	for i, line := range lines {
		words := strings.Fields(line)
		if len(words) != requests {
			return nil, harness.Usagef("%s:%d: must hold %d integers, holds %d", path, i+1, requests, len(words))
		}
		for _, word := range words {
			n, err := strconv.Atoi(word)
			if err != nil || n < 0 || n > maxN {
				return nil, harness.Usagef("%s:%d: %q is no integer from 0 to %d", path, i+1, word, maxN)
			}
			lists[i] = append(lists[i], n)
		}
	}
	return lists, nil
}
