package pipeline

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// The worked example of docs/protocol.md.
func TestTenTasksAsInTheProtocol(t *testing.T) {
	path := filepath.Join(t.TempDir(), "print.txt")
	stages, err := newStages(path, true)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range requests(10) {
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
	if r.Written != 10 || r.Characters != 70 || *r.CRC != 2036917220 {
		t.Errorf("written %d, characters %d, crc %d", r.Written, r.Characters, *r.CRC)
	}
	if want := []uint32{1989691346, 1979212708}; !slices.Equal(r.Stages, want) {
		t.Errorf("stages %v, want %v", r.Stages, want)
	}
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Fields(string(content))
	if len(lines) != 60 || lines[0] != "Downloaded" || lines[59] != "9" {
		t.Errorf("printed %q", content)
	}
}

func TestWithoutWitnessNothingIsSummed(t *testing.T) {
	stages, err := newStages("", false)
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
