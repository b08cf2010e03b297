package tokenring

import (
	"slices"
	"testing"
	"time"

	"agon/platforms/golang/workload/ring"
)

// More tokens than the links have room for by choice: a ring whose links are too
// small stops here.
func TestCrowdedRingsFinish(t *testing.T) {
	for _, test := range []struct{ workers, tokens int }{{1, 1}, {1, 500}, {2, 1000}, {3, 1000}} {
		game := ring.Game{Workers: test.workers, Tokens: test.tokens, Passes: 1001}
		finished := make(chan []ring.Arrival, 1)
		go func() {
			_, arrivals, _ := iterate(game)
			finished <- arrivals
		}()
		var got []int
		select {
		case arrivals := <-finished:
			for _, a := range arrivals {
				got = append(got, a.Worker)
			}
		case <-time.After(time.Minute):
			t.Fatalf("%d tokens on %d workers: still running after a minute", test.tokens, test.workers)
		}
		var want []int
		for number := 1; number <= test.tokens; number++ {
			want = append(want, (game.Start(number)-1+1001)%test.workers+1)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%d tokens on %d workers end at %v, want %v", test.tokens, test.workers, got, want)
		}
	}
}
