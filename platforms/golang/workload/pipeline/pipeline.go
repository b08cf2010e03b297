// Package pipeline is the pipeline of three stages apart from its messages.
package pipeline

import (
	"hash/crc32"
	"strconv"
	"strings"
	"time"

	"agon/platforms/golang/harness"
)

// Stages is how many stages there are: download, index, write.
const Stages = 3

var words = [Stages]string{"Downloaded", "Indexed", "Wrote"}

// Workload is the pipeline as iterate plays it: the strings go to the first stage, and so on.
func Workload(iterate func(tasks []string, stages [Stages]*Stage) (time.Duration, error)) harness.Workload {
	return harness.Workload{
		Integers: map[string]int{"tasks": 0},
		Choices:  map[string][]string{"log": {"on", "off"}},
		HasPrint: true,
		Prepare: func(p harness.Parameters) (harness.Iteration, error) {
			tasks := requests(p.Integer("tasks"))
			path := ""
			if p.Choice("log") == "on" {
				path = p.Print
			}
			return func(int) (time.Duration, any, error) {
				stages, err := newStages(path, p.Witness)
				if err != nil {
					return 0, nil, err
				}
				elapsed, err := iterate(tasks, stages)
				return elapsed, newReport(stages, p.Witness), err
			}, nil
		},
	}
}

func requests(tasks int) []string {
	strings := make([]string, tasks)
	for i := range strings {
		strings[i] = "Requested " + strconv.Itoa(i)
	}
	return strings
}

// A Stage is what a stage does with each string.
type Stage struct {
	word                string
	lines               *harness.Lines
	witness             bool
	written, characters int
	crc                 uint32
}

func newStages(path string, witness bool) ([Stages]*Stage, error) {
	var stages [Stages]*Stage
	if path != "" {
		if err := harness.ClearPrint(path); err != nil {
			return stages, err
		}
	}
	for i := range stages {
		stages[i] = &Stage{word: words[i], witness: witness}
		if path == "" {
			continue
		}
		lines, err := harness.AppendLines(path)
		if err != nil {
			return stages, err
		}
		stages[i].lines = lines
	}
	return stages, nil
}

// Make returns a new string: text with the stage's word in place of the first.
func (s *Stage) Make(text string) string {
	made := s.word + text[strings.IndexByte(text, ' '):]
	s.written++
	s.characters += len(made)
	if s.witness {
		s.crc += crc32.ChecksumIEEE([]byte(made))
	}
	if s.lines != nil {
		s.lines.Line(made)
	}
	return made
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
