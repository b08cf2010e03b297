// Package pipeline passes strings through three stages, each a goroutine.
package pipeline

import (
	"iter"
	"time"

	"agon/platforms/golang/workload/pipeline"
)

// Workload is the pipeline.
var Workload = pipeline.Workload(iterate)

// roomyLink is the number of strings that a stage may pass on before it has to
// wait for the next one.
const roomyLink = 1024

// A closed link is the stop message: it follows the last string.
func pass(stage *pipeline.Stage, in <-chan string, out chan<- string, closed chan<- error) {
	for text := range in {
		out <- stage.Make(text)
	}
	closed <- stage.Close()
	close(out)
}

func write(stage *pipeline.Stage, in <-chan string, closed chan<- error) {
	for text := range in {
		stage.Make(text)
	}
	closed <- stage.Close()
}

func iterate(tasks iter.Seq[string], stages [pipeline.Stages]*pipeline.Stage) (time.Duration, error) {
	var links [pipeline.Stages]chan string
	for i := range links {
		links[i] = make(chan string, roomyLink)
	}
	closed := make(chan error, pipeline.Stages)
	go pass(stages[0], links[0], links[1], closed)
	go pass(stages[1], links[1], links[2], closed)
	go write(stages[2], links[2], closed)

	begun := time.Now()
	for text := range tasks {
		links[0] <- text
	}
	close(links[0])
	var failure error
	for range stages {
		if err := <-closed; err != nil {
			failure = err
		}
	}
	return time.Since(begun), failure
}
