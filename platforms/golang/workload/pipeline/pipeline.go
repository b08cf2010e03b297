// Package pipeline is the pipeline of three stages apart from its messages.
package pipeline

import (
	"hash/crc32"
	"iter"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"agon/platforms/golang/harness"
)

// Stages is how many stages there are: download, index, write.
const Stages = 3

// The driver's word, and each stage's.
var words = [1 + Stages]string{"Requested", "Downloaded", "Indexed", "Wrote"}

// Workload is the pipeline as iterate plays it: the strings go to the first stage, and so on.
func Workload(iterate func(tasks iter.Seq[string], stages [Stages]*Stage) (time.Duration, error)) harness.Workload {
	return harness.Workload{
		Integers: map[string]int{"tasks": 0},
		Choices:  map[string][]string{"log": {"on", "off", "console"}, "work": {"cut", "regex"}, "make": {"before", "inside"}},
		HasPrint: true,
		Prepare: func(p harness.Parameters) (harness.Iteration, error) {
			s := settings{
				p.Integer("tasks"), p.Choice("log"), p.Print, p.Choice("work") == "regex", p.Witness,
			}
			tasks := requests(s)
			if p.Choice("make") == "before" {
				tasks = slices.Values(slices.Collect(tasks))
			}
			return func(int) (time.Duration, any, error) {
				stages, err := newStages(s)
				if err != nil {
					return 0, nil, err
				}
				elapsed, err := iterate(tasks, stages)
				return elapsed, newReport(stages, p.Witness), err
			}, nil
		},
	}
}

type settings struct {
	tasks      int
	log, print string
	regex      bool
	witness    bool
}

// requests makes the driver's strings, each as it is taken.
func requests(s settings) iter.Seq[string] {
	return func(yield func(string) bool) {
		for i := range s.tasks {
			text := "Requested " + strconv.Itoa(i)
			if s.witness {
				text = strconv.Itoa(i) + " Requested " + strconv.Itoa(i) + " " + text
			}
			if !yield(text) {
				return
			}
		}
	}
}

// A Stage is what a stage does with each string.
type Stage struct {
	pattern, word       string
	regex, console      bool
	lines               *harness.Lines
	witness             bool
	written, characters int
	crc                 uint32
}

func newStages(s settings) ([Stages]*Stage, error) {
	var stages [Stages]*Stage
	if s.log == "on" {
		if err := harness.ClearPrint(s.print); err != nil {
			return stages, err
		}
	}
	for i := range stages {
		stages[i] = &Stage{
			pattern: words[i] + " ", word: words[i+1], regex: s.regex, console: s.log == "console", witness: s.witness,
		}
		if s.log == "off" {
			continue
		}
		lines, err := harness.AppendLines(s.print)
		if err != nil {
			return stages, err
		}
		stages[i].lines = lines
	}
	return stages, nil
}

// console keeps lines whole: a write to a full terminal may stop halfway.
var console sync.Mutex

// Make returns a new string: text with the stage's word in place of another.
func (s *Stage) Make(text string) string {
	var made string
	if s.regex {
		made = replaceFirst(text, s.pattern, s.word+" ")
	} else {
		made = s.word + text[strings.IndexByte(text, ' '):]
	}
	s.written++
	s.characters += len(made)
	if s.witness {
		s.crc += crc32.ChecksumIEEE([]byte(made))
	}
	if s.lines != nil {
		s.lines.Line(made)
		if s.console {
			console.Lock()
			s.lines.Flush()
			console.Unlock()
		}
	}
	return made
}

// replaceFirst replaces what the pattern, compiled at each call, finds first.
func replaceFirst(text, pattern, replacement string) string {
	found := regexp.MustCompile(pattern).FindStringIndex(text)
	if found == nil {
		return text
	}
	return text[:found[0]] + replacement + text[found[1]:]
}

// Close ends the stage's part of the log.
func (s *Stage) Close() error {
	if s.lines == nil {
		return nil
	}
	return s.lines.Close()
}

type report struct {
	Written    int      `json:"written"`
	Characters int      `json:"characters"`
	CRC        *uint32  `json:"crc,omitempty"`
	Stages     []uint32 `json:"stages,omitempty"`
}

func newReport(stages [Stages]*Stage, witness bool) report {
	last := stages[Stages-1]
	r := report{Written: last.written, Characters: last.characters}
	if witness {
		r.CRC = &last.crc
		for _, stage := range stages[:Stages-1] {
			r.Stages = append(r.Stages, stage.crc)
		}
	}
	return r
}
