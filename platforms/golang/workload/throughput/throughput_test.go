package throughput

import (
	"bytes"
	"errors"
	"strings"
	"testing"
)

func TestStringsComeBackFromMsgPack(t *testing.T) {
	for size, head := range map[int]int{0: 1, 10: 1, 31: 1, 32: 2, 255: 2, 256: 3, 65535: 3, 65536: 5} {
		text := bytes.Repeat([]byte("x"), size)
		packed := appendMsgPack(nil, text)
		if len(packed) != size+head {
			t.Errorf("%d characters took %d bytes", size, len(packed))
		}
		back, err := readMsgPack(packed)
		if err != nil || !bytes.Equal(back, text) {
			t.Errorf("%d characters came back as %d: %v", size, len(back), err)
		}
		if _, err := readMsgPack(append(packed, 0)); err == nil {
			t.Errorf("%d characters and a byte too many passed", size)
		}
	}
	for _, body := range []string{"", "\xd9", "\xda\x00", "\xdb\x00\x00\x00", "\xc0"} {
		if _, err := readMsgPack([]byte(body)); err == nil {
			t.Errorf("%q passed", body)
		}
	}
}

func TestTextsAreNumberedPrintableAndOfTheirSize(t *testing.T) {
	texts := Texts(200, 3, 1)
	for number, text := range texts {
		if len(text) != 200 || NumberOf(text) != number {
			t.Errorf("%d: %q", number, text)
		}
		if strings.ContainsFunc(string(text), func(c rune) bool { return c < 32 || c > 126 }) {
			t.Errorf("%d is not printable: %q", number, text)
		}
	}
	if bytes.Equal(texts[1][Digits:], texts[2][Digits:]) {
		t.Error("two texts are one")
	}
}

func TestTheHandlerTakesTheNextMessageAndFailsWhereItShall(t *testing.T) {
	way := Way{Size: 10, Messages: 3, Acks: true, faults: []int{1}}
	r := &Receiver{way: way, faults: way.faults}
	for number, want := range []error{nil, ErrHandler, nil} {
		if err := r.Handle([]byte("000000000" + string(rune('0'+number)))); !errors.Is(err, want) {
			t.Errorf("message %d: %v", number, err)
		}
	}
	if r.received != 3 || r.characters != 30 {
		t.Errorf("%d messages of %d characters", r.received, r.characters)
	}
	for _, body := range []string{"0000000004", "00000000031", "000000000x"} {
		if err := r.Handle([]byte(body)); err == nil || errors.Is(err, ErrHandler) {
			t.Errorf("%q passed as the fourth", body)
		}
	}
}
