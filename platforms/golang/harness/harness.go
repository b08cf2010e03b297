// Package harness holds what the workloads share: arguments, iterations, and
// JSON lines on standard output.
package harness

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"
)

// An Iteration runs the workload once and returns the time it took and its
// report. Its goroutines end before it returns.
type Iteration func(index int) (elapsed time.Duration, report any, err error)

// A Workload is one program of the platform.
type Workload struct {
	// Integers are the workload's own integer parameters with their least values.
	Integers map[string]int
	// Choices are its own parameters that are one of some words.
	Choices map[string][]string
	// Variants are what variant=... may ask for; none means "default" alone.
	Variants []string
	// HasInput means that the workload reads a file, input=PATH.
	HasInput bool
	// HasPrint means that the workload writes a file, print=PATH.
	HasPrint bool
	// Prepare reads the input and returns what runs one iteration.
	Prepare func(Parameters) (Iteration, error)
	// Serve is there where two processes do the workload together. It makes node 1 ready, which works until its standard
	// input ends, and returns where it listens. Prepare is for node 0 then.
	Serve func(Parameters, Report) (place string, err error)
	// Finish, where there is one, is called at the end, also where Prepare or an iteration failed.
	Finish func()
}

// A Report prints what node 1 has counted of its next iteration. Goroutines may share it.
type Report func(report any) error

// A UsageError means that the command line asks for something that cannot be done.
type UsageError struct{ message string }

func (e UsageError) Error() string { return e.message }

// Usagef returns a UsageError with a formatted message.
func Usagef(format string, args ...any) error {
	return UsageError{fmt.Sprintf(format, args...)}
}

// Main runs the workload that the command line names and exits the process.
func Main(workloads map[string]Workload) {
	err := run(workloads, os.Args[1:], os.Stdin, os.Stdout)
	if err == nil {
		return
	}
	fmt.Fprintln(os.Stderr, err)
	if errors.As(err, &UsageError{}) {
		os.Exit(2)
	}
	os.Exit(1)
}

func run(workloads map[string]Workload, args []string, orders io.Reader, out io.Writer) error {
	if len(args) == 0 {
		return Usagef("no workload given: start as WORKLOAD key=value ...")
	}
	workload, ok := workloads[args[0]]
	if !ok {
		known := strings.Join(slices.Sorted(maps.Keys(workloads)), ", ")
		return Usagef("unknown workload %q: one of %s", args[0], known)
	}
	parameters, err := parse(args[1:], workload)
	if err != nil {
		return err
	}
	runtime.GOMAXPROCS(parameters.Threads)
	if workload.Finish != nil {
		defer workload.Finish()
	}
	// An Encoder writes each line at once and os.Stdout is not buffered.
	lines := json.NewEncoder(out)
	if parameters.Node == 1 {
		return serve(workload, parameters, orders, lines)
	}
	iteration, err := workload.Prepare(parameters)
	if err != nil {
		return err
	}
	if err := lines.Encode(readyEvent{Event: "ready"}); err != nil {
		return err
	}
	return repeat(parameters.Iterations, orders, func(index int) error {
		elapsed, report, err := iteration(index)
		if err != nil {
			return err
		}
		return lines.Encode(iterationEvent{"iteration", index, elapsed.Nanoseconds(), report})
	})
}

// serve is node 1, until the end of standard input.
func serve(workload Workload, parameters Parameters, orders io.Reader, lines *json.Encoder) error {
	var mutex sync.Mutex
	index := 0
	place, err := workload.Serve(parameters, func(report any) error {
		mutex.Lock()
		defer mutex.Unlock()
		index++
		return lines.Encode(reportEvent{"iteration", index - 1, report})
	})
	if err != nil {
		return err
	}
	mutex.Lock()
	err = lines.Encode(readyEvent{"ready", place})
	mutex.Unlock()
	if err == nil {
		_, err = io.Copy(io.Discard, orders)
	}
	return err
}

type readyEvent struct {
	Event string `json:"event"`
	At    string `json:"at,omitempty"`
}

type reportEvent struct {
	Event  string `json:"event"`
	Index  int    `json:"index"`
	Report any    `json:"report"`
}

type iterationEvent struct {
	Event     string `json:"event"`
	Index     int    `json:"index"`
	ElapsedNs int64  `json:"elapsed_ns"`
	Report    any    `json:"report"`
}
