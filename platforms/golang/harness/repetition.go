package harness

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// repeat does the work so many times, with the iterations' numbers from 0.
// With iterations 0 each line of `orders` is how many times more, until one
// is 0 or there are no more.
func repeat(iterations int, orders io.Reader, work func(index int) error) error {
	lines := bufio.NewReader(orders) // reads nothing before it is asked
	onRequest := iterations == 0
	more := iterations
	for index := 0; ; index++ {
		if more == 0 && onRequest {
			var err error
			if more, err = order(lines); err != nil {
				return err
			}
		}
		if more == 0 {
			return nil
		}
		more--
		if err := work(index); err != nil {
			return err
		}
	}
}

// order returns how many iterations the next line asks for; no line asks for none.
func order(lines *bufio.Reader) (int, error) {
	line, err := lines.ReadString('\n')
	switch {
	case errors.Is(err, io.EOF) && line == "":
		return 0, nil
	case err != nil && !errors.Is(err, io.EOF):
		return 0, fmt.Errorf("standard input: %w", err)
	}
	line = strings.TrimSuffix(line, "\n")
	count, err := strconv.ParseUint(line, 10, strconv.IntSize-1) // takes no sign
	if err != nil {
		return 0, fmt.Errorf("standard input: %q is no number of iterations", line)
	}
	return int(count), nil
}
