package tokenring

import (
	"slices"
	"testing"
	"time"
)

func TestStartRoundsHalfUp(t *testing.T) {
	for _, test := range []struct{ number, tokens, workers, want int }{
		{1, 3, 500, 167},
		{1, 1000, 500, 1},
		{3, 1000, 500, 2},
		{1, 4, 2, 1},
		{3, 4, 2, 2},
		{1, 100, 2, 1},
		{5, 5, 1, 1},
	} {
		if got := start(test.number, test.tokens, test.workers); got != test.want {
			t.Errorf("start(%d, %d, %d) = %d, want %d", test.number, test.tokens, test.workers, got, test.want)
		}
	}
}

// More tokens than the links have room for by choice: a ring whose links are too
// small stops here.
func TestCrowdedRingsFinish(t *testing.T) {
	for _, test := range []struct{ workers, tokens int }{{1, 1}, {1, 500}, {2, 1000}, {3, 1000}} {
		finished := make(chan []arrival, 1)
		go func() {
			tokenFor := func(number int) token { return token{number, 1001} }
			_, arrivals := iterate(test.workers, test.tokens, tokenFor, pass)
			finished <- arrivals
		}()
		var got []int
		select {
		case arrivals := <-finished:
			for _, a := range arrivals {
				got = append(got, a.worker)
			}
		case <-time.After(time.Minute):
			t.Fatalf("%d tokens on %d workers: still running after a minute", test.tokens, test.workers)
		}
		var want []int
		for number := 1; number <= test.tokens; number++ {
			want = append(want, (start(number, test.tokens, test.workers)-1+1001)%test.workers+1)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%d tokens on %d workers end at %v, want %v", test.tokens, test.workers, got, want)
		}
	}
}
