package rounds

import "testing"

// The worked example of docs/protocol.md.
func TestThousandRoundsAsInTheProtocol(t *testing.T) {
	var outcome Outcome
	for round := 1; round <= 1000; round++ {
		outcome.Add(Datum(round))
	}
	if want := (Outcome{Answers: 1000, Sum: 495449096}); outcome != want {
		t.Errorf("got %+v, want %+v", outcome, want)
	}
}

func TestStepNeedsAWitness(t *testing.T) {
	if got := (Game{}).Step(5, Printer); got != 5 {
		t.Errorf("without: got %d", got)
	}
	if got := (Game{Witness: true}).Step(accModulus-1, Printer); got != (accModulus-31+Printer)%accModulus {
		t.Errorf("with: got %d", got)
	}
}
