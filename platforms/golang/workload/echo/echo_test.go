package echo

import (
	"reflect"
	"testing"
	"time"
)

// play has every requester ask, one after the other, the replier that whom names.
func play(game Game, whom func(requester, number int) int) Outcome {
	o := Outcome{Requesters: game.NewRequesters(), Repliers: game.NewRepliers()}
	for _, r := range o.Requesters {
		r.Begin(time.Now())
		for !r.Done() {
			replier := whom(r.Number, r.Replies)
			o.Repliers[replier].Answered(r.Number, r.Replies)
			r.Record(replier)
		}
	}
	return o
}

func TestTheExampleOfEchoAll(t *testing.T) {
	game := Game{Requesters: 4, Repliers: 4, Messages: 7}
	got := game.newReport(play(game, func(i, k int) int { return (i + 1 + k%3) % 4 }))
	want := report{28, []int{947564353, 1860957282, 516040324, 30477216}, []int{7, 7, 7, 7}, nil}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

func TestTheExampleOfMassReception(t *testing.T) {
	game := Game{Requesters: 3, Repliers: 2, Messages: 2, clock: true, witness: true}
	o := play(game, func(i, _ int) int { return i % 2 })
	want := report{6, []int{0, 32, 0}, []int{4, 2}, []int{10, 5}}
	if got := game.newReport(o); !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if times := o.Requesters[2].times; len(times) != 2 || times[0]+times[1] > o.Requesters[2].since {
		t.Errorf("times %v until %v", times, o.Requesters[2].since)
	}
}

func TestWhoBeginsLateHasWaited(t *testing.T) {
	game := Game{Requesters: 2, Repliers: 1, Messages: 2, clock: true}
	r := game.NewRequesters()[1]
	r.Begin(time.Now().Add(-5 * time.Millisecond))
	if wait := r.Wait(); wait > 0 {
		t.Errorf("waits %v in a closed loop", wait)
	}
	r.Record(0)
	if r.times[0] < 5*time.Millisecond {
		t.Errorf("began 5 ms late, but %v", r.times[0])
	}
}

func TestTheTimeRunsFromWhenARequestIsDue(t *testing.T) {
	game := Game{Requesters: 4, Repliers: 1, Messages: 2, clock: true, due: [][]int{{}, {}, {}, {22_000, 52_000}}}
	last := game.NewRequesters()[3]
	last.Begin(time.Now())
	if wait := last.Wait(); wait <= 10*time.Millisecond || wait > 22*time.Millisecond {
		t.Errorf("waits %v for what is due after 22 ms", wait)
	}
	last.Begin(time.Now().Add(-25 * time.Millisecond))
	if wait := last.Wait(); wait > 0 {
		t.Errorf("waits %v for what is due", wait)
	}
	last.Record(0)
	if last.times[0] < 3*time.Millisecond {
		t.Errorf("late by 3 ms, but %v", last.times[0])
	}
	if wait := last.Wait(); wait <= 0 {
		t.Errorf("does not wait for the next")
	}
}
