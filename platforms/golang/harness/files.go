package harness

import (
	"bufio"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// ReadIntegers returns the integers of each line of the lab's file; none may lie outside least..greatest.
func ReadIntegers(path string, least, greatest int) ([][]int, error) {
	content, err := os.ReadFile(path)
	if err != nil {
		return nil, Usagef("input: %v", err)
	}
	lines := strings.Split(strings.TrimRight(string(content), "\n"), "\n")
	lists := make([][]int, len(lines))
	for i, line := range lines {
		for word := range strings.FieldsSeq(line) {
			n, err := strconv.Atoi(word)
			if err != nil || n < least || n > greatest {
				return nil, Usagef("%s:%d: %q is no integer from %d to %d", path, i+1, word, least, greatest)
			}
			lists[i] = append(lists[i], n)
		}
	}
	return lists, nil
}

// Samples is a CSV file for the lab.
type Samples struct{ path string }

// CreateSamples begins the file with its header.
func CreateSamples(folder, name, header string) (Samples, error) {
	s := Samples{filepath.Join(folder, name)}
	return s, os.WriteFile(s.path, []byte(header+"\n"), 0o644)
}

// Append adds the rows that write writes, each with its line end.
func (s Samples) Append(write func(rows *bufio.Writer)) error {
	file, err := os.OpenFile(s.path, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	defer file.Close()
	rows := bufio.NewWriter(file)
	write(rows)
	return rows.Flush()
}

// printBuffer is the least that docs/protocol.md asks of the printer's buffer.
const printBuffer = 64 << 10

// Lines writes lines to the file print=PATH. Several may write to one file: each buffer holds whole lines and goes to
// the file's end in one write.
type Lines struct {
	file   *os.File
	buffer *bufio.Writer
}

// ClearPrint makes the file empty.
func ClearPrint(path string) error {
	if err := os.WriteFile(path, nil, 0o644); err != nil {
		return Usagef("print: %v", err)
	}
	return nil
}

// AppendLines opens the file, which exists.
func AppendLines(path string) (*Lines, error) {
	file, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		return nil, err
	}
	return &Lines{file, bufio.NewWriterSize(file, printBuffer)}, nil
}

// Line writes one line. The buffer keeps an error until Close.
func (l *Lines) Line(line string) {
	l.reserve(len(line) + 1)
	l.buffer.WriteString(line)
	l.buffer.WriteByte('\n')
}

// Pair writes a line of two integers with a blank in between.
func (l *Lines) Pair(a, b int) {
	const longest = 2*len("-9223372036854775808") + len(" \n")
	l.reserve(longest)
	line := strconv.AppendInt(l.buffer.AvailableBuffer(), int64(a), 10)
	line = append(line, ' ')
	line = strconv.AppendInt(line, int64(b), 10)
	l.buffer.Write(append(line, '\n'))
}

func (l *Lines) reserve(length int) {
	if l.buffer.Available() < length {
		l.buffer.Flush()
	}
}

// Flush writes the lines so far. The buffer keeps an error until Close.
func (l *Lines) Flush() {
	l.buffer.Flush()
}

// Close flushes and closes, and returns the first error of all.
func (l *Lines) Close() error {
	if err := l.buffer.Flush(); err != nil {
		return err
	}
	return l.file.Close()
}
