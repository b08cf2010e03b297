// Package servicerounds lets a coordinator answer a client's requests with the help of a retriever and a printer.
package servicerounds

import (
	"time"

	"agon/platforms/golang/harness"
	"agon/platforms/golang/workload/rounds"
	"agon/platforms/protoactor-go/internal/actors"

	"github.com/asynkron/protoactor-go/actor"
)

// Workload is the service rounds.
func Workload(system *actor.ActorSystem) harness.Workload {
	return rounds.Workload(func(game rounds.Game) (time.Duration, rounds.Outcome, error) {
		return iterate(system, game)
	})
}

type (
	begin    struct{}
	link     struct{ coordinator *actor.PID }
	request  struct{ round, acc int }
	retrieve struct{ round, acc int }
	datum    struct{ round, datum, acc int }
	line     struct{ round, datum, acc int }
	printed  struct{ datum, acc int }
	answer   struct{ datum, acc int }
)

type client struct {
	rounds.Game
	rounds.Outcome
	coordinator *actor.PID
	begun       time.Time
	ended       chan<- outcome
}

type outcome struct {
	rounds.Outcome
	elapsed time.Duration
}

func (c *client) Receive(ctx actor.Context) {
	switch m := ctx.Message().(type) {
	case answer:
		c.Add(m.datum)
		c.Acc = c.Step(m.acc, rounds.Client)
		if c.Answers == c.Rounds {
			c.ended <- outcome{c.Outcome, time.Since(c.begun)}
			return
		}
		ctx.Send(c.coordinator, request{c.Answers + 1, c.Acc})
	case begin:
		c.begun = time.Now()
		ctx.Send(c.coordinator, request{round: 1})
	case link:
		c.coordinator = m.coordinator
	}
}

type coordinator struct {
	rounds.Game
	client, retriever, printer *actor.PID
}

func (c *coordinator) Receive(ctx actor.Context) {
	switch m := ctx.Message().(type) {
	case request:
		ctx.Send(c.retriever, retrieve{m.round, c.Step(m.acc, rounds.Coordinator)})
	case datum:
		ctx.Send(c.printer, line{m.round, m.datum, c.Step(m.acc, rounds.Coordinator)})
	case printed:
		ctx.Send(c.client, answer{m.datum, c.Step(m.acc, rounds.Coordinator)})
	}
}

type retriever struct {
	rounds.Game
	coordinator *actor.PID
}

func (r *retriever) Receive(ctx actor.Context) {
	switch m := ctx.Message().(type) {
	case retrieve:
		ctx.Send(r.coordinator, datum{m.round, rounds.Datum(m.round), r.Step(m.acc, rounds.Retriever)})
	case link:
		r.coordinator = m.coordinator
	}
}

type printer struct {
	rounds.Game
	lines       *harness.Lines
	coordinator *actor.PID
	closed      chan<- error
}

func (p *printer) Receive(ctx actor.Context) {
	switch m := ctx.Message().(type) {
	case line:
		p.lines.Pair(m.round, m.datum)
		if m.round == p.Rounds { // the last line is on file before the client can be notified of it
			p.closed <- p.lines.Close()
		}
		ctx.Send(p.coordinator, printed{m.datum, p.Step(m.acc, rounds.Printer)})
	case link:
		p.coordinator = m.coordinator
	}
}

func iterate(system *actor.ActorSystem, game rounds.Game) (time.Duration, rounds.Outcome, error) {
	lines, err := game.Lines()
	if err != nil {
		return 0, rounds.Outcome{}, err
	}
	closed := make(chan error, 1)
	ended := make(chan outcome, 1)
	client := actors.Spawn(system, &client{Game: game, ended: ended})
	retriever := actors.Spawn(system, &retriever{Game: game})
	printer := actors.Spawn(system, &printer{Game: game, lines: lines, closed: closed})
	coordinator := actors.Spawn(system, &coordinator{game, client, retriever, printer})
	for _, pid := range []*actor.PID{client, retriever, printer} {
		system.Root.Send(pid, link{coordinator})
	}
	system.Root.Send(client, begin{})
	o := <-ended
	if err := <-closed; err != nil {
		return 0, rounds.Outcome{}, err
	}
	return o.elapsed, o.Outcome, actors.Stop(system, client, retriever, printer, coordinator)
}
