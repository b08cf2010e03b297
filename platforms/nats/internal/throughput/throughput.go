// Package throughput sends strings from one connection to another through a NATS server.
package throughput

import (
	"errors"
	"strconv"
	"time"

	"github.com/nats-io/nats.go"

	"agon/platforms/golang/harness"
	"agon/platforms/golang/workload/throughput"
	"agon/platforms/nats/internal/server"
)

const (
	strings = "agon.strings"
	answers = "agon.answers"

	headerOfPacked = 5
	largest        = server.MaxPayload - headerOfPacked

	confirmed, failed = '+', '-'
)

// Workload is the sending of strings. The server runs from the first iteration to the last.
func Workload() harness.Workload {
	var broker *server.Server
	workload := throughput.Workload([]string{"tcp"},
		func(way throughput.Way, texts [][]byte, receiver *throughput.Receiver) (throughput.Result, error) {
			return iterate(broker, way, texts, receiver)
		})
	prepare := workload.Prepare
	workload.Prepare = func(p harness.Parameters) (harness.Iteration, error) {
		if size := p.Integer("size"); size > largest {
			return nil, harness.Usagef("size=%d: the server takes strings of at most %d characters", size, largest)
		}
		iteration, err := prepare(p)
		if err != nil {
			return nil, err
		}
		broker, err = server.Start()
		return iteration, err
	}
	workload.Finish = func() {
		if broker != nil {
			broker.Stop()
		}
	}
	return workload
}

// connect opens a connection to the program's own server. Should it fail later, the program ends.
func connect(broker *server.Server, name string) (*nats.Conn, error) {
	return server.Connect(broker.URL, name, broker.Lost, broker.Fail)
}

func iterate(
	broker *server.Server, way throughput.Way, texts [][]byte, receiver *throughput.Receiver,
) (throughput.Result, error) {
	to, err := connect(broker, "receiver")
	if err != nil {
		return throughput.Result{}, err
	}
	defer to.Close()
	bound, credit := server.Bounds(way.Size)
	end := newReceiving(broker, to, way, receiver, credit)
	if err := end.subscribe(); err != nil {
		return throughput.Result{}, err
	}
	from, err := connect(broker, "sender")
	if err != nil {
		return throughput.Result{}, err
	}
	defer from.Close()
	s := sending{connection: from, way: way, answers: make(chan *nats.Msg, bound+1), free: bound, credit: credit}
	if _, err := from.ChanSubscribe(answers, s.answers); err != nil {
		return throughput.Result{}, err
	}
	// The server knows of a subscription once it has answered.
	if err := errors.Join(to.Flush(), from.Flush()); err != nil {
		return throughput.Result{}, err
	}
	if way.Sprint {
		err = s.sprint(texts, end)
	} else {
		err = s.stream(texts, end)
	}
	return s.result, err
}

// numberOf reads the number in an answer.
func numberOf(answer []byte) (int, error) { return strconv.Atoi(string(answer[1:])) }

func since(times []time.Time, begun []time.Time) []time.Duration {
	took := make([]time.Duration, len(times))
	for i, ended := range times {
		took[i] = ended.Sub(begun[i])
	}
	return took
}
