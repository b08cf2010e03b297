package harness

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

func TestReadIntegersReadsEachLine(t *testing.T) {
	path := filepath.Join(t.TempDir(), "in.txt")
	if err := os.WriteFile(path, []byte("1 2 3\n4\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	lists, err := ReadIntegers(path, 1, 4)
	if want := [][]int{{1, 2, 3}, {4}}; err != nil || !reflect.DeepEqual(lists, want) {
		t.Errorf("got %v, %v, want %v", lists, err, want)
	}
	if _, err := ReadIntegers(path, 1, 3); !errors.As(err, &UsageError{}) || !strings.Contains(err.Error(), `:2: "4"`) {
		t.Errorf("4 is over 3: got %v", err)
	}
	if _, err := ReadIntegers(path+".gone", 1, 3); !errors.As(err, &UsageError{}) {
		t.Errorf("no file: got %v", err)
	}
}

// Longer than the buffer, and its length no multiple of the lines': lines of two writers must not mix.
func TestLinesOfSeveralWritersStayWhole(t *testing.T) {
	path := filepath.Join(t.TempDir(), "print.txt")
	if err := ClearPrint(path); err != nil {
		t.Fatal(err)
	}
	long, short := strings.Repeat("a", 96), strings.Repeat("b", 30)
	var writers []*Lines
	for range 2 {
		lines, err := AppendLines(path)
		if err != nil {
			t.Fatal(err)
		}
		writers = append(writers, lines)
	}
	const count = 3000
	for range count {
		writers[0].Line(long)
		writers[1].Line(short)
		writers[1].Pair(-7, 12)
	}
	for _, lines := range writers {
		if err := lines.Close(); err != nil {
			t.Fatal(err)
		}
	}
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]int{}
	for line := range strings.Lines(string(content)) {
		found[line]++
	}
	if want := map[string]int{long + "\n": count, short + "\n": count, "-7 12\n": count}; !reflect.DeepEqual(found, want) {
		t.Errorf("%d kinds of lines, want 3 of %d each: %v", len(found), count, found)
	}
}

func TestAppendLinesReportsWhatCannotBeWritten(t *testing.T) {
	if _, err := AppendLines(filepath.Join(t.TempDir(), "gone", "print.txt")); err == nil {
		t.Error("no error")
	}
	if err := ClearPrint(t.TempDir()); !errors.As(err, &UsageError{}) {
		t.Errorf("a folder cannot be printed to: got %v", err)
	}
}
