package throughput

import (
	"errors"
	"strconv"
	"time"

	"github.com/nats-io/nats.go"

	"agon/platforms/golang/workload/throughput"
	"agon/platforms/nats/internal/server"
)

// receiving is the receiver's end.
type receiving struct {
	broker     *server.Server
	connection *nats.Conn
	way        throughput.Way
	receiver   *throughput.Receiver
	// credit is after how many messages handled the sender gets a credit, where it gets no answer to each.
	credit int
	answer []byte
	// times are when the handlers of the timed messages ended. The receiver alone uses them until it sends to handled or done.
	times []time.Time
	// handled gets the time of each message of a sprint, done that of the last handler's end.
	handled, done chan time.Time
}

func newReceiving(
	broker *server.Server, connection *nats.Conn, way throughput.Way, receiver *throughput.Receiver, credit int,
) *receiving {
	return &receiving{
		broker: broker, connection: connection, way: way, receiver: receiver, credit: credit,
		handled: make(chan time.Time, 1), done: make(chan time.Time, 1),
	}
}

func (r *receiving) subscribe() error {
	subscription, err := r.connection.Subscribe(strings, r.receive)
	if err != nil {
		return err
	}
	// What is under way is bound by the sender; the client would drop what lies beyond its own limits.
	return subscription.SetPendingLimits(-1, -1)
}

func (r *receiving) receive(message *nats.Msg) {
	number := r.receiver.Received()
	outcome := byte(confirmed)
	if err := r.receiver.Handle(message.Data); errors.Is(err, throughput.ErrHandler) {
		outcome = failed
	} else if err != nil {
		r.broker.Fail(err)
	}
	last := number+1 == r.way.Messages
	timed := r.way.Timed(number)
	var ended time.Time
	if timed || last {
		ended = time.Now()
	}
	if timed && !r.way.Sprint {
		r.times = append(r.times, ended)
	}
	if err := r.reply(message, outcome, number); err != nil {
		r.broker.Fail(err)
	}
	if r.way.Sprint && !r.way.Acks {
		r.handled <- ended
	}
	if last {
		r.done <- ended
	}
}

// reply answers the message, or gives a credit.
func (r *receiving) reply(message *nats.Msg, outcome byte, number int) error {
	switch {
	case r.way.Acks:
		r.answer = strconv.AppendInt(append(r.answer[:0], outcome), int64(number), 10)
		return message.Respond(r.answer)
	case !r.way.Sprint && (number+1)%r.credit == 0:
		return r.connection.Publish(answers, nil)
	default:
		return nil
	}
}
