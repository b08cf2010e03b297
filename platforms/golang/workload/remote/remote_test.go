package remote

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"

	"agon/platforms/golang/workload/throughput"
)

// The worked examples of docs/protocol.md.
func TestNodesReportAsInTheWorkedExamples(t *testing.T) {
	texts := throughput.Texts(12, 5, 1)
	tally := &Tally{line: Line{Size: 12, Count: 5}}
	for _, text := range texts {
		if tally.IsComplete() {
			t.Fatal("complete too early")
		}
		if _, err := tally.Handle(text); err != nil {
			t.Fatal(err)
		}
	}
	if !tally.IsComplete() {
		t.Error("not complete")
	}
	if got := shown(t, tally.Received()); got != `{"received":5,"characters":60,"sum":15}` {
		t.Error(got)
	}
	if tally.IsComplete() {
		t.Error("the next iteration has not begun")
	}
	times, sum, err := askAll(texts, 2, func(question []byte) (int, error) {
		return Answer(throughput.NumberOf(question)), nil
	})
	if len(times) != 5 || sum != 2654905 || err != nil {
		t.Errorf("%d times, sum %d, %v", len(times), sum, err)
	}
}

func TestEachAskerHasOneQuestionUnderWay(t *testing.T) {
	texts := throughput.Texts(10, 20, 1)
	var mutex sync.Mutex
	under := map[int]bool{}
	var order []int
	_, _, err := askAll(texts, 3, func(question []byte) (int, error) {
		number := throughput.NumberOf(question)
		mutex.Lock()
		if under[number%3] {
			t.Errorf("asker %d asks twice at a time", number%3)
		}
		under[number%3] = true
		order = append(order, number)
		mutex.Unlock()
		mutex.Lock()
		under[number%3] = false
		mutex.Unlock()
		return 0, nil
	})
	slices.Sort(order)
	if err != nil || len(order) != 20 || order[19] != 19 {
		t.Errorf("%v, %v", order, err)
	}
}

func TestAFailureOfAnAskerIsTheIterations(t *testing.T) {
	gone := errors.New("gone")
	if _, _, err := askAll(throughput.Texts(10, 4, 1), 2, func([]byte) (int, error) { return 0, gone }); !errors.Is(err, gone) {
		t.Error(err)
	}
}

func TestATallyRefusesOtherStrings(t *testing.T) {
	for _, text := range []string{"", "0000000001x", "000000000x"} {
		if _, err := (&Tally{line: Line{Size: 10, Count: 1}}).Handle([]byte(text)); err == nil {
			t.Errorf("%q passed", text)
		}
	}
}

func TestWitnessesAreTheSameAtBothNodes(t *testing.T) {
	line := Line{Size: 100, Count: 7, witness: true}
	texts := throughput.Texts(line.Size, line.Count, 3)
	tally := &Tally{line: line}
	for _, text := range texts {
		if _, err := tally.Handle(text); err != nil {
			t.Fatal(err)
		}
	}
	want := fmt.Sprintf(`{"handled":7,"sum":28,"crc":%d}`, *line.crc(texts))
	if got := shown(t, tally.Answered()); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

func shown(t *testing.T, report any) string {
	t.Helper()
	text, err := json.Marshal(report)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
