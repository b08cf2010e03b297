package grid

import "testing"

func TestAnotherIsAnyCellButItself(t *testing.T) {
	const draws = 1000
	game := Game{Agents: 4}
	for cell := range game.Agents {
		seen := map[int]int{}
		for range draws {
			seen[game.Another(cell)]++
		}
		if seen[cell] != 0 || len(seen) != game.Agents-1 {
			t.Errorf("cell %d draws %v", cell, seen)
		}
	}
}

func TestReportAddsUp(t *testing.T) {
	got := newReport([]Agent{{Requested: 2, Accepted: 1, Refused: 3}, {Requested: 1, Accepted: 2}})
	if want := (report{Requests: 6, Swaps: 3}); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
}
