// Package remote sends strings and questions from one process to another through a NATS server, which node 1 starts.
package remote

import (
	"errors"
	"fmt"
	"os"
	"strconv"
	"time"

	"github.com/nats-io/nats.go"

	"agon/platforms/golang/harness"
	"agon/platforms/golang/workload/remote"
	"agon/platforms/nats/internal/server"
)

const (
	strings  = "agon.strings"
	handling = "agon.handled"

	patience = 5 * time.Minute
)

// An end is what a node holds: a connection, and at node 1 the server.
type end struct {
	broker     *server.Server
	connection *nats.Conn
}

// finish takes the connection down before the server, which would otherwise be missed.
func (e *end) finish() {
	if e.connection != nil {
		e.connection.Close()
	}
	if e.broker != nil {
		e.broker.Stop()
	}
}

// join connects node 0 to node 1's server.
func (e *end) join(p harness.Parameters) error {
	stop := func(err error) {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(server.Unavailable)
	}
	return e.connect(p.Peer, "client of node 0", stop, stop)
}

// host starts a server and connects node 1 to it; handle takes each string that comes.
func (e *end) host(p harness.Parameters, handle func(*nats.Msg) error) (string, error) {
	var err error
	if e.broker, err = server.StartAt(p.Listen); err != nil {
		return "", err
	}
	if err := e.connect(e.broker.URL, "client of node 1", e.broker.Lost, e.broker.Fail); err != nil {
		return "", err
	}
	subscription, err := e.connection.Subscribe(strings, func(message *nats.Msg) {
		if err := handle(message); err != nil {
			e.broker.Fail(err)
		}
	})
	if err != nil {
		return "", err
	}
	// What is under way is bound by node 0; the client would drop what lies beyond its own limits. And the server knows of
	// a subscription once it has answered.
	return e.broker.URL, errors.Join(subscription.SetPendingLimits(-1, -1), e.connection.Flush())
}

func (e *end) connect(url, name string, lost, failed func(error)) error {
	var err error
	e.connection, err = server.Connect(url, name, lost, failed)
	return err
}

// Throughput is remote-throughput. An empty message to node 0 is credit for more strings; another one, that the last
// has been handled.
func Throughput() harness.Workload {
	e := &end{}
	send := func(p harness.Parameters, line remote.Line) (func([][]byte) error, error) {
		if err := fits(line); err != nil {
			return nil, err
		}
		if err := e.join(p); err != nil {
			return nil, err
		}
		bound := line.UnderWay()
		credit := bound / 2
		free := bound
		answers := make(chan *nats.Msg, bound+1)
		if _, err := e.connection.ChanSubscribe(handling, answers); err != nil {
			return nil, err
		}
		return func(texts [][]byte) error {
			for _, text := range texts {
				for free == 0 {
					<-answers
					free += credit
				}
				if err := e.connection.Publish(strings, text); err != nil {
					return err
				}
				free--
			}
			for len((<-answers).Data) == 0 {
				free += credit
			}
			return nil
		}, e.connection.Flush()
	}
	serve := func(
		p harness.Parameters, line remote.Line, tally *remote.Tally, report harness.Report,
	) (string, error) {
		if err := fits(line); err != nil {
			return "", err
		}
		credit := line.UnderWay() / 2
		handled := 0 // of all iterations
		return e.host(p, func(message *nats.Msg) error {
			if _, err := tally.Handle(message.Data); err != nil {
				return err
			}
			if handled++; handled%credit == 0 {
				if err := e.connection.Publish(handling, nil); err != nil {
					return err
				}
			}
			if !tally.IsComplete() {
				return nil
			}
			return errors.Join(report(tally.Received()), e.connection.Publish(handling, []byte("done")))
		})
	}
	return remote.Throughput(send, serve, e.finish)
}

// Ask is remote-ask, by requests and replies.
func Ask() harness.Workload {
	e := &end{}
	ask := func(p harness.Parameters, line remote.Line) (func([]byte) (int, error), error) {
		if err := fits(line); err != nil {
			return nil, err
		}
		if err := e.join(p); err != nil {
			return nil, err
		}
		return func(question []byte) (int, error) {
			reply, err := e.connection.Request(strings, question, patience)
			if err != nil {
				return 0, err
			}
			return strconv.Atoi(string(reply.Data))
		}, nil
	}
	serve := func(
		p harness.Parameters, line remote.Line, tally *remote.Tally, report harness.Report,
	) (string, error) {
		if err := fits(line); err != nil {
			return "", err
		}
		return e.host(p, func(question *nats.Msg) error {
			number, err := tally.Handle(question.Data)
			if err != nil {
				return err
			}
			// The report comes first: the last answer ends the iteration.
			if tally.IsComplete() {
				if err := report(tally.Answered()); err != nil {
					return err
				}
			}
			return question.Respond(strconv.AppendInt(nil, int64(remote.Answer(number)), 10))
		})
	}
	return remote.Ask(ask, serve, e.finish)
}

func fits(line remote.Line) error {
	if line.Size > server.MaxPayload {
		return harness.Usagef("size=%d: the server takes strings of at most %d characters", line.Size, server.MaxPayload)
	}
	return nil
}
