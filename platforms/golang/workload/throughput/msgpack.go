package throughput

import (
	"encoding/binary"
	"errors"
)

const (
	fixStr, shortest = 0xa0, 0x1f
	str8, str16      = 0xd9, 0xda
	str32            = 0xdb
)

var errNoString = errors.New("a message is not one MsgPack string")

// appendMsgPack appends text as one MsgPack string, in the shortest form.
func appendMsgPack(to, text []byte) []byte {
	switch size := len(text); {
	case size <= shortest:
		to = append(to, fixStr|byte(size))
	case size <= 0xff:
		to = append(to, str8, byte(size))
	case size <= 0xffff:
		to = binary.BigEndian.AppendUint16(append(to, str16), uint16(size))
	default:
		to = binary.BigEndian.AppendUint32(append(to, str32), uint32(size))
	}
	return append(to, text...)
}

// readMsgPack returns the text of a body that is one MsgPack string, without a copy.
func readMsgPack(body []byte) ([]byte, error) {
	if len(body) == 0 {
		return nil, errNoString
	}
	rest, size := body[1:], 0
	switch first := body[0]; {
	case first&^shortest == fixStr:
		size = int(first & shortest)
	case first == str8 && len(rest) >= 1:
		size, rest = int(rest[0]), rest[1:]
	case first == str16 && len(rest) >= 2:
		size, rest = int(binary.BigEndian.Uint16(rest)), rest[2:]
	case first == str32 && len(rest) >= 4:
		size, rest = int(binary.BigEndian.Uint32(rest)), rest[4:]
	default:
		return nil, errNoString
	}
	if len(rest) != size {
		return nil, errNoString
	}
	return rest, nil
}
