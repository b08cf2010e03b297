package harness

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"time"
)

// done returns the numbers of the iterations that are done, and how it ends.
func done(iterations int, orders io.Reader) ([]int, error) {
	var done []int
	err := repeat(iterations, orders, func(index int) error {
		done = append(done, index)
		return nil
	})
	return done, err
}

func TestRepeat(t *testing.T) {
	for name, test := range map[string]struct {
		iterations int
		orders     string
		want       []int
	}{
		"the command line says how often":    {3, "x", []int{0, 1, 2}},
		"numbers count on":                   {0, "2\n1\n0\n5\n", []int{0, 1, 2}},
		"the end of the orders is the end":   {0, "2\n", []int{0, 1}},
		"the last line may lack its newline": {0, "2", []int{0, 1}},
		"no order":                           {0, "", nil},
		"none at once":                       {0, "0\n", nil},
	} {
		t.Run(name, func(t *testing.T) {
			if got, err := done(test.iterations, strings.NewReader(test.orders)); err != nil || !slices.Equal(got, test.want) {
				t.Errorf("got %v, %v, want %v", got, err, test.want)
			}
		})
	}
}

func TestRepeatRefusesWhatIsNoNumber(t *testing.T) {
	for _, line := range []string{"x", "", "-1", "+1", " 1", "1 2", "1.5", "1_0", "0x1", "9223372036854775808"} {
		got, err := done(0, strings.NewReader("1\n"+line+"\n"))
		want := fmt.Sprintf("%q is no number of iterations", line)
		if !slices.Equal(got, []int{0}) || err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, %v, want it to say %s", got, err, want)
		}
		if errors.As(err, &UsageError{}) {
			t.Errorf("%q: the command line is not to blame", line)
		}
	}
}

// A hasty is read too early.
type hasty struct{ t *testing.T }

func (h hasty) Read([]byte) (int, error) {
	h.t.Error("nothing is to be read yet")
	return 0, io.EOF
}

func TestRepeatReadsAnOrderWhenTheOneBeforeIsDone(t *testing.T) {
	if _, err := done(2, hasty{t}); err != nil {
		t.Error(err)
	}
	stopped := errors.New("stopped")
	err := repeat(0, io.MultiReader(strings.NewReader("2\n"), hasty{t}), func(index int) error {
		if index < 1 {
			return nil
		}
		return stopped
	})
	if err != stopped {
		t.Errorf("got %v, want %v", err, stopped)
	}
}

func TestRunRepeatsOnWhatWasPrepared(t *testing.T) {
	finished := 0
	counting := map[string]Workload{"count": {
		Prepare: func(Parameters) (Iteration, error) {
			seen := 0
			return func(index int) (time.Duration, any, error) {
				seen++
				return 7, []int{index, seen}, nil
			}, nil
		},
		Finish: func() { finished++ },
	}}
	const (
		ready  = `{"event":"ready"}` + "\n"
		first  = `{"event":"iteration","index":0,"elapsed_ns":7,"report":[0,1]}` + "\n"
		second = `{"event":"iteration","index":1,"elapsed_ns":7,"report":[1,2]}` + "\n"
	)
	for _, test := range []struct{ iterations, orders, want string }{
		{"2", "x", ready + first + second},
		{"0", "1\n1\n0\n", ready + first + second},
		{"0", "0\n", ready},
	} {
		finished = 0
		args := []string{
			"count", "threads=1", "iterations=" + test.iterations, "seed=1", "variant=default",
			"samples=" + t.TempDir(), "witness=off",
		}
		var out strings.Builder
		err := run(counting, args, strings.NewReader(test.orders), &out)
		if err != nil || out.String() != test.want || finished != 1 {
			t.Errorf("iterations=%s: got %q, %v, finished %d times", test.iterations, out.String(), err, finished)
		}
	}
}
