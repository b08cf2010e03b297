// Package throughput is the sending of strings from one component to another apart from its messages.
package throughput

import (
	"bufio"
	"fmt"
	"hash/crc32"
	"math/rand/v2"
	"slices"
	"time"

	"agon/platforms/golang/harness"
)

const (
	// MostCharacters are all strings of an iteration together.
	MostCharacters = 256 << 20
	// Digits is how many characters of a string are its number: the first.
	Digits = 10
	pool   = 64 << 10
	// every is how many messages of a stream stand for one that is timed.
	every = 64
	// Pause lies between two messages of a sprint.
	Pause = time.Millisecond
)

// A Way is how the strings go.
type Way struct {
	Size, Messages int
	Acks, Sprint   bool
	packed         bool
	clock, witness bool
	faults         []int
}

// A Result is what one iteration found out.
type Result struct {
	Elapsed time.Duration
	// Times are those of the timed messages, in their order.
	Times []time.Duration
	// Confirmed and Unconfirmed are what was reported to the sender.
	Confirmed   int
	Unconfirmed []int
}

// Workload sends strings as iterate plays it, over one of the transports. iterate returns once the receiver has handled
// all messages.
func Workload(
	transports []string, iterate func(way Way, texts [][]byte, receiver *Receiver) (Result, error),
) harness.Workload {
	return harness.Workload{
		Integers: map[string]int{"size": Digits, "messages": 1, "faults": 0},
		Choices: map[string][]string{
			"serializer": {"native", "msgpack"},
			"acks":       {"off", "on"},
			"transport":  transports,
			"protocol":   {"sprint", "stream"},
			"clock":      {"on", "off"},
		},
		HasInput: true,
		Prepare: func(p harness.Parameters) (harness.Iteration, error) {
			way, err := newWay(p)
			if err != nil {
				return nil, err
			}
			texts := Texts(way.Size, way.Messages, uint64(p.Seed))
			var samples harness.Samples
			if way.clock {
				if samples, err = harness.CreateSamples(p.Samples, "latency.csv", "iteration,message,ns"); err != nil {
					return nil, err
				}
			}
			return func(index int) (time.Duration, any, error) {
				receiver := &Receiver{way: way, faults: way.faults}
				result, err := iterate(way, texts, receiver)
				if err != nil {
					return 0, nil, err
				}
				if way.clock {
					err = samples.Append(func(rows *bufio.Writer) {
						for i, took := range result.Times {
							fmt.Fprintf(rows, "%d,%d,%d\n", index, i*way.step(), took.Nanoseconds())
						}
					})
				}
				return result.Elapsed, newReport(way, texts, receiver, result), err
			}, nil
		},
	}
}

func newWay(p harness.Parameters) (Way, error) {
	way := Way{
		Size:     p.Integer("size"),
		Messages: p.Integer("messages"),
		Acks:     p.Choice("acks") == "on",
		Sprint:   p.Choice("protocol") == "sprint",
		packed:   p.Choice("serializer") == "msgpack",
		clock:    p.Choice("clock") == "on",
		witness:  p.Witness,
	}
	faults := p.Integer("faults")
	switch {
	case way.Size > MostCharacters/way.Messages:
		return way, harness.Usagef(
			"size=%d messages=%d: at most %d characters in all", way.Size, way.Messages, MostCharacters)
	case faults > 0 && !way.Acks:
		return way, harness.Usagef("faults=%d needs acks=on", faults)
	case way.Sprint && !way.clock:
		return way, harness.Usagef("protocol=sprint needs clock=on")
	}
	lines, err := harness.ReadIntegers(p.Input, 0, way.Messages-1)
	if err != nil {
		return way, err
	}
	way.faults = slices.Concat(lines...)
	if len(way.faults) != faults || !ascending(way.faults) {
		return way, harness.Usagef("%s: must hold %d integers, ascending", p.Input, faults)
	}
	return way, nil
}

func ascending(numbers []int) bool {
	for i := 1; i < len(numbers); i++ {
		if numbers[i-1] >= numbers[i] {
			return false
		}
	}
	return true
}

// Texts makes so many strings of a size. Each is its own, and all lie in one piece of memory.
func Texts(size, messages int, seed uint64) [][]byte {
	random := rand.New(rand.NewPCG(seed, 0))
	rest := size - Digits
	printable := make([]byte, pool+rest)
	for i := range printable {
		printable[i] = byte(' ' + random.IntN('~'-' '+1))
	}
	all := make([]byte, 0, size*messages)
	texts := make([][]byte, messages)
	for number := range texts {
		begin, start := len(all), random.IntN(pool)
		all = fmt.Appendf(all, "%0*d", Digits, number)
		all = append(all, printable[start:start+rest]...)
		texts[number] = all[begin:len(all):len(all)]
	}
	return texts
}

// step is what lies between the numbers of two messages that are timed.
func (w Way) step() int {
	if w.Sprint {
		return 1
	}
	return every
}

// Timed reports whether the message of that number is.
func (w Way) Timed(number int) bool { return w.clock && number%w.step() == 0 }

// Pack returns the string as it is sent. What it packs is written over the buffer that it packed into before, so a
// string must have been handed over before the next is packed.
func (w Way) Pack(text, buffer []byte) []byte {
	if !w.packed {
		return text
	}
	return appendMsgPack(buffer[:0], text)
}

type report struct {
	Received    int     `json:"received"`
	Characters  int     `json:"characters"`
	Confirmed   *int    `json:"confirmed,omitempty"`
	Unconfirmed *[]int  `json:"unconfirmed,omitempty"`
	CRCSent     *uint32 `json:"crc_sent,omitempty"`
	CRCReceived *uint32 `json:"crc_received,omitempty"`
}

func newReport(way Way, texts [][]byte, receiver *Receiver, result Result) report {
	r := report{Received: receiver.received, Characters: receiver.characters}
	if way.Acks {
		unconfirmed := append([]int{}, result.Unconfirmed...)
		r.Confirmed, r.Unconfirmed = &result.Confirmed, &unconfirmed
	}
	if way.witness {
		var sent uint32
		for _, text := range texts {
			sent += crc32.ChecksumIEEE(text)
		}
		r.CRCSent, r.CRCReceived = &sent, &receiver.crc
	}
	return r
}
