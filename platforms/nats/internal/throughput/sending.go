package throughput

import (
	"time"

	"github.com/nats-io/nats.go"

	"agon/platforms/golang/workload/throughput"
)

// sending is the sender's end.
type sending struct {
	connection *nats.Conn
	way        throughput.Way
	answers    chan *nats.Msg
	// free is how many more messages may be under way, credit how many an empty answer adds.
	free, credit int
	buffer       []byte
	result       throughput.Result
}

// send hands one string to the server's connection, which writes it soon.
func (s *sending) send(text []byte) error {
	body := s.way.Pack(text, s.buffer)
	if len(body) > len(text) {
		s.buffer = body
	}
	if s.way.Acks {
		return s.connection.PublishRequest(strings, answers, body)
	}
	return s.connection.Publish(strings, body)
}

func (s *sending) sprint(texts [][]byte, end *receiving) error {
	for _, text := range texts {
		begun := time.Now()
		if err := s.send(text); err != nil {
			return err
		}
		var ended time.Time
		if s.way.Acks {
			if err := s.receive(<-s.answers); err != nil {
				return err
			}
			ended = time.Now()
		} else {
			ended = <-end.handled
		}
		took := ended.Sub(begun)
		s.result.Times = append(s.result.Times, took)
		s.result.Elapsed += took
		time.Sleep(throughput.Pause)
	}
	<-end.done
	return nil
}

func (s *sending) stream(texts [][]byte, end *receiving) error {
	var begun []time.Time
	start := time.Now()
	for number, text := range texts {
		for s.free == 0 {
			if err := s.receive(<-s.answers); err != nil {
				return err
			}
		}
		if s.way.Timed(number) {
			begun = append(begun, time.Now())
		}
		if err := s.send(text); err != nil {
			return err
		}
		s.free--
	}
	var ended time.Time
	if s.way.Acks {
		for s.result.Confirmed+len(s.result.Unconfirmed) < len(texts) {
			if err := s.receive(<-s.answers); err != nil {
				return err
			}
		}
		ended = time.Now()
		<-end.done
	} else {
		ended = <-end.done
	}
	s.result.Elapsed = ended.Sub(start)
	s.result.Times = since(end.times, begun)
	return nil
}

// receive takes an answer: a confirmation, a failure, or a credit.
func (s *sending) receive(answer *nats.Msg) error {
	switch {
	case len(answer.Data) == 0:
		s.free += s.credit
	case answer.Data[0] == confirmed:
		s.result.Confirmed++
		s.free++
	default:
		number, err := numberOf(answer.Data)
		if err != nil {
			return err
		}
		s.result.Unconfirmed = append(s.result.Unconfirmed, number)
		s.free++
	}
	return nil
}
