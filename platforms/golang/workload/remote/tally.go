package remote

import (
	"fmt"
	"hash/crc32"

	"agon/platforms/golang/workload/throughput"
)

// A Tally is what node 1 counts of an iteration, and then of the next one.
type Tally struct {
	line         Line
	handled, sum int
	crc          uint32
}

// Handle takes a string and returns its number.
func (t *Tally) Handle(text []byte) (int, error) {
	if len(text) != t.line.Size {
		return 0, fmt.Errorf("received: a string of %d characters, not %d", len(text), t.line.Size)
	}
	number := throughput.NumberOf(text)
	if number < 0 {
		return 0, fmt.Errorf("received: a string without a number: %q", text[:throughput.Digits])
	}
	t.handled++
	t.sum = (t.sum + number + 1) % modulus
	if t.line.witness {
		t.crc += crc32.ChecksumIEEE(text)
	}
	return number, nil
}

// IsComplete reports whether all of the iteration have been handled.
func (t *Tally) IsComplete() bool { return t.handled == t.line.Count }

// Received is the report of remote-throughput. The next iteration begins.
func (t *Tally) Received() any {
	report := received{Received: t.handled, Characters: t.handled * t.line.Size, Sum: t.sum, CRC: t.witness()}
	*t = Tally{line: t.line}
	return report
}

// Answered is the report of remote-ask. The next iteration begins.
func (t *Tally) Answered() any {
	report := answered{Handled: t.handled, Sum: t.sum, CRC: t.witness()}
	*t = Tally{line: t.line}
	return report
}

func (t *Tally) witness() *uint32 {
	if !t.line.witness {
		return nil
	}
	crc := t.crc
	return &crc
}

type received struct {
	Received   int     `json:"received"`
	Characters int     `json:"characters"`
	Sum        int     `json:"sum"`
	CRC        *uint32 `json:"crc,omitempty"`
}

type answered struct {
	Handled int     `json:"handled"`
	Sum     int     `json:"sum"`
	CRC     *uint32 `json:"crc,omitempty"`
}
