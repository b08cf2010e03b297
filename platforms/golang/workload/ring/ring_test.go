package ring

import "testing"

func TestStartRoundsHalfUp(t *testing.T) {
	for _, test := range []struct{ token, tokens, workers, want int }{
		{1, 3, 500, 167},
		{1, 1000, 500, 1},
		{3, 1000, 500, 2},
		{1, 4, 2, 1},
		{3, 4, 2, 2},
		{1, 100, 2, 1},
		{5, 5, 1, 1},
	} {
		game := Game{Workers: test.workers, Tokens: test.tokens}
		if got := game.Start(test.token); got != test.want {
			t.Errorf("%+v starts token %d at %d, want %d", game, test.token, got, test.want)
		}
	}
}
