package throughput

import (
	"errors"
	"fmt"
	"hash/crc32"
)

// ErrHandler is how the receiver's handler fails where the input demands it.
var ErrHandler = errors.New("the handler failed")

// A Receiver is what handles the messages.
type Receiver struct {
	way                  Way
	faults               []int
	received, characters int
	crc                  uint32
}

// Received is how many messages have been handled.
func (r *Receiver) Received() int { return r.received }

// Handle takes the next message. It fails with ErrHandler where it shall, and with another error where the message is
// not the one that is due.
func (r *Receiver) Handle(body []byte) error {
	text := body
	if r.way.packed {
		var err error
		if text, err = readMsgPack(body); err != nil {
			return err
		}
	}
	number := r.received
	if len(text) != r.way.Size {
		return fmt.Errorf("message %d has %d characters, not %d", number, len(text), r.way.Size)
	}
	if got := NumberOf(text); got != number {
		return fmt.Errorf("message %d came where %d was due", got, number)
	}
	r.received++
	r.characters += len(text)
	if r.way.witness {
		r.crc += crc32.ChecksumIEEE(text)
	}
	if len(r.faults) > 0 && r.faults[0] == number {
		r.faults = r.faults[1:]
		return ErrHandler
	}
	return nil
}

// NumberOf reads the decimal digits at the beginning; -1 where there are others.
func NumberOf(text []byte) int {
	number := 0
	for _, c := range text[:Digits] {
		if c < '0' || c > '9' {
			return -1
		}
		number = number*10 + int(c-'0')
	}
	return number
}
