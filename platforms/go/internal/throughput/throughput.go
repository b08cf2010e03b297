// Package throughput sends strings from one goroutine to another over a
// channel, and confirmations back over a second one.
package throughput

import (
	"errors"
	"time"

	"agon/platforms/golang/workload/throughput"
)

// Workload is the sending of strings.
var Workload = throughput.Workload([]string{"inproc"}, iterate)

// capacity is how many strings lie in the channel at most, and how many are under
// way that have not been confirmed.
const capacity = 128

// A verdict is what became of a message.
type verdict struct {
	number int
	failed bool
}

// A receiving is the receiver's end.
type receiving struct {
	way      throughput.Way
	receiver *throughput.Receiver
	// ended has the end of the handler of each message that is timed.
	ended []time.Time
	// last is when the handler of the last message ended, in a sprint of the
	// last so far.
	last time.Time
}

// run handles strings until there are no more. It sends a verdict on each where they
// are confirmed or go one at a time.
func (r *receiving) run(in <-chan []byte, verdicts chan<- verdict) error {
	defer close(verdicts)
	number := 0
	for body := range in {
		err := r.receiver.Handle(body)
		if err != nil && !errors.Is(err, throughput.ErrHandler) {
			go drain(in)
			return err
		}
		if last := number+1 == r.way.Messages; last || r.way.Timed(number) {
			now := time.Now()
			if r.way.Timed(number) {
				r.ended = append(r.ended, now)
			}
			if last || r.way.Sprint {
				r.last = now
			}
		}
		if r.way.Acks || r.way.Sprint {
			verdicts <- verdict{number, err != nil}
		}
		number++
	}
	return nil
}

func drain(in <-chan []byte) {
	for range in {
	}
}

// A sending is the sender's end.
type sending struct {
	way      throughput.Way
	out      chan<- []byte
	verdicts <-chan verdict
	// free is how many more messages may be under way.
	free   int
	result throughput.Result
}

// receive takes a verdict of the receiver. It returns false where the receiver
// has ended too early, which run's error explains.
func (s *sending) receive() bool {
	v, ok := <-s.verdicts
	switch {
	case !ok:
		return false
	case v.failed:
		s.result.Unconfirmed = append(s.result.Unconfirmed, v.number)
	default:
		s.result.Confirmed++
	}
	s.free++
	return true
}

// sprint sends one string at a time.
func (s *sending) sprint(texts [][]byte, r *receiving) {
	for _, text := range texts {
		begun := time.Now()
		s.out <- s.way.Pack(text, nil)
		if !s.receive() {
			return
		}
		ended := r.last
		if s.way.Acks {
			ended = time.Now()
		}
		took := ended.Sub(begun)
		s.result.Times = append(s.result.Times, took)
		s.result.Elapsed += took
		time.Sleep(throughput.Pause)
	}
}

// stream sends as fast as there is room. It returns when the timed strings were
// sent.
func (s *sending) stream(texts [][]byte) []time.Time {
	var begun []time.Time
	for number, text := range texts {
		if s.way.Acks {
			if s.free == 0 && !s.receive() {
				return begun
			}
			s.free--
		}
		if s.way.Timed(number) {
			begun = append(begun, time.Now())
		}
		s.out <- s.way.Pack(text, nil)
	}
	for s.way.Acks && s.free < capacity && s.receive() {
	}
	return begun
}

func iterate(way throughput.Way, texts [][]byte, receiver *throughput.Receiver) (throughput.Result, error) {
	strings := make(chan []byte, capacity)
	verdicts := make(chan verdict, capacity)
	r := &receiving{way: way, receiver: receiver}
	done := make(chan error, 1)
	go func() { done <- r.run(strings, verdicts) }()
	s := &sending{way: way, out: strings, verdicts: verdicts, free: capacity}

	if way.Sprint {
		s.sprint(texts, r)
		close(strings)
		return s.result, <-done
	}
	start := time.Now()
	begun := s.stream(texts)
	ended := time.Now()
	close(strings)
	err := <-done
	if !way.Acks {
		ended = r.last
	}
	s.result.Elapsed = ended.Sub(start)
	for i, at := range r.ended {
		s.result.Times = append(s.result.Times, at.Sub(begun[i]))
	}
	return s.result, err
}
