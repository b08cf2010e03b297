// Package remote is remote-throughput and remote-ask apart from their messages: parameters, and what each node counts.
package remote

import (
	"bufio"
	"errors"
	"fmt"
	"hash/crc32"
	"sync"
	"time"

	"agon/platforms/golang/harness"
	"agon/platforms/golang/workload/throughput"
)

const (
	modulus    = 2147483647
	multiplier = 48271

	bytesUnderWay = 1 << 20
	leastUnderWay = 32
	mostUnderWay  = 16384
)

// A Line is what goes from node 0 to node 1 in an iteration.
type Line struct {
	Size, Count int
	witness     bool
}

func newLine(p harness.Parameters, count string) (Line, error) {
	line := Line{Size: p.Integer("size"), Count: p.Integer(count), witness: p.Witness}
	if line.Size > throughput.MostCharacters/line.Count {
		return line, harness.Usagef(
			"size=%d %s=%d: at most %d characters in all", line.Size, count, line.Count, throughput.MostCharacters)
	}
	return line, nil
}

// UnderWay is how many strings may be under way, where the platform has no bound of its own.
func (l Line) UnderWay() int { return max(leastUnderWay, min(bytesUnderWay/l.Size, mostUnderWay)) }

// Throughput is remote-throughput. send makes node 0 ready and returns what sends the strings of an iteration and waits
// until node 1 has reported that it has handled the last; serve makes node 1 ready, which hands each string to the tally.
func Throughput(
	send func(p harness.Parameters, line Line) (func(texts [][]byte) error, error),
	serve func(p harness.Parameters, line Line, tally *Tally, report harness.Report) (string, error),
	finish func(),
) harness.Workload {
	return harness.Workload{
		Integers: map[string]int{"size": throughput.Digits, "messages": 1},
		Finish:   finish,
		Prepare: func(p harness.Parameters) (harness.Iteration, error) {
			line, err := newLine(p, "messages")
			if err != nil {
				return nil, err
			}
			texts := throughput.Texts(line.Size, line.Count, uint64(p.Seed))
			sendAll, err := send(p, line)
			return func(int) (time.Duration, any, error) {
				begun := time.Now()
				err := sendAll(texts)
				elapsed := time.Since(begun)
				return elapsed, sent{Sent: line.Count, CRC: line.crc(texts)}, err
			}, err
		},
		Serve: func(p harness.Parameters, report harness.Report) (string, error) {
			line, err := newLine(p, "messages")
			if err != nil {
				return "", err
			}
			return serve(p, line, &Tally{line: line}, report)
		},
	}
}

// Ask is remote-ask. ask makes node 0 ready and returns what sends a question and waits for its answer, which several
// goroutines call at a time; serve makes node 1 ready, which hands each question to the tally.
func Ask(
	ask func(p harness.Parameters, line Line) (func(question []byte) (int, error), error),
	serve func(p harness.Parameters, line Line, tally *Tally, report harness.Report) (string, error),
	finish func(),
) harness.Workload {
	return harness.Workload{
		Integers: map[string]int{"size": throughput.Digits, "asks": 1, "outstanding": 1},
		Finish:   finish,
		Prepare: func(p harness.Parameters) (harness.Iteration, error) {
			line, askers, err := newAskers(p)
			if err != nil {
				return nil, err
			}
			texts := throughput.Texts(line.Size, line.Count, uint64(p.Seed))
			samples, err := harness.CreateSamples(p.Samples, "rtt.csv", "iteration,ask,ns")
			if err != nil {
				return nil, err
			}
			askOne, err := ask(p, line)
			return func(index int) (time.Duration, any, error) {
				begun := time.Now()
				times, sum, err := askAll(texts, askers, askOne)
				elapsed := time.Since(begun)
				if err != nil {
					return 0, nil, err
				}
				err = samples.Append(func(rows *bufio.Writer) {
					for number, took := range times {
						fmt.Fprintf(rows, "%d,%d,%d\n", index, number, took.Nanoseconds())
					}
				})
				return elapsed, asked{Answers: len(times), Sum: sum, CRC: line.crc(texts)}, err
			}, err
		},
		Serve: func(p harness.Parameters, report harness.Report) (string, error) {
			line, _, err := newAskers(p)
			if err != nil {
				return "", err
			}
			return serve(p, line, &Tally{line: line}, report)
		},
	}
}

func newAskers(p harness.Parameters) (Line, int, error) {
	line, err := newLine(p, "asks")
	askers := p.Integer("outstanding")
	if err == nil && askers > line.Count {
		err = harness.Usagef("outstanding=%d: at most as many as asks=%d", askers, line.Count)
	}
	return line, askers, err
}

// askAll lets so many askers ask: each asker's next question goes out when it has its answer. It returns the time of each
// question and the sum of the answers, each times the number of its question from 1.
func askAll(texts [][]byte, askers int, ask func([]byte) (int, error)) ([]time.Duration, int, error) {
	times := make([]time.Duration, len(texts))
	sums, failures := make([]int, askers), make([]error, askers)
	var group sync.WaitGroup
	for asker := range askers {
		group.Go(func() {
			for number := asker; number < len(texts); number += askers {
				begun := time.Now()
				answer, err := ask(texts[number])
				times[number] = time.Since(begun)
				if err != nil {
					failures[asker] = err
					return
				}
				sums[asker] = (sums[asker] + (number+1)*answer) % modulus
			}
		})
	}
	group.Wait()
	sum := 0
	for _, one := range sums {
		sum = (sum + one) % modulus
	}
	return times, sum, errors.Join(failures...)
}

// Answer is the answer to the question of a number.
func Answer(number int) int { return multiplier * (number + 1) % modulus }

func (l Line) crc(texts [][]byte) *uint32 {
	if !l.witness {
		return nil
	}
	var sum uint32
	for _, text := range texts {
		sum += crc32.ChecksumIEEE(text)
	}
	return &sum
}

type sent struct {
	Sent int     `json:"sent"`
	CRC  *uint32 `json:"crc,omitempty"`
}

type asked struct {
	Answers int     `json:"answers"`
	Sum     int     `json:"sum"`
	CRC     *uint32 `json:"crc,omitempty"`
}
