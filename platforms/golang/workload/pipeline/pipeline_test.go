package pipeline

import (
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"agon/platforms/golang/harness"
)

func printed(t *testing.T) string {
	t.Helper()
	return filepath.Join(t.TempDir(), "print.txt")
}

// The worked example of docs/protocol.md.
func TestTenTasksAsInTheProtocol(t *testing.T) {
	for work, want := range map[string]struct {
		characters int
		crc        uint32
		stages     []uint32
		line       string
	}{
		"cut":   {290, 1968050575, []uint32{3992056295, 2483677775}, "Downloaded Requested 0 Requested 0"},
		"regex": {210, 1253348365, []uint32{1379692364, 375022659}, "0 Downloaded 0 Requested 0"},
	} {
		p := settings{10, "on", printed(t), work == "regex", true}
		stages, err := newStages(p)
		if err != nil {
			t.Fatal(err)
		}
		for text := range requests(p) {
			for _, stage := range stages {
				text = stage.Make(text)
			}
		}
		for _, stage := range stages {
			if err := stage.Close(); err != nil {
				t.Fatal(err)
			}
		}
		r := newReport(stages, true)
		if r.Written != 10 || r.Characters != want.characters || *r.CRC != want.crc || !slices.Equal(r.Stages, want.stages) {
			t.Errorf("%s: written %d, characters %d, crc %d, stages %v", work, r.Written, r.Characters, *r.CRC, r.Stages)
		}
		content, err := os.ReadFile(p.print)
		if err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(string(content), "\n")
		if len(lines) != 31 || lines[0] != want.line {
			t.Errorf("printed %q", content)
		}
	}
}

func TestAConsoleGetsEachLineAsItIsMade(t *testing.T) {
	p := settings{10, "console", printed(t), false, false}
	if err := harness.ClearPrint(p.print); err != nil {
		t.Fatal(err)
	}
	stages, err := newStages(p)
	if err != nil {
		t.Fatal(err)
	}
	stages[0].Make("Requested 7")
	if content, err := os.ReadFile(p.print); err != nil || string(content) != "Downloaded 7\n" {
		t.Errorf("printed %q, %v", content, err)
	}
}

func TestWithoutWitnessNothingIsSummed(t *testing.T) {
	stages, err := newStages(settings{10, "off", "", false, false})
	if err != nil {
		t.Fatal(err)
	}
	if got := stages[0].Make("Requested 7 times"); got != "Downloaded 7 times" {
		t.Errorf("got %q", got)
	}
	if r := newReport(stages, false); r.CRC != nil || r.Stages != nil {
		t.Errorf("got %+v", r)
	}
}

func TestRequestsAreTheSameEachTime(t *testing.T) {
	p := settings{10, "off", "", false, false}
	first, second := slices.Collect(requests(p)), slices.Collect(requests(p))
	if !reflect.DeepEqual(first, second) || len(first) != 10 || first[9] != "Requested 9" {
		t.Errorf("got %q, %q", first, second)
	}
}
