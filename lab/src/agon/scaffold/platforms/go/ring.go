package main

import "time"

const modulus = 2147483647

// ring is the workload token-ring: each worker is a goroutine that reads its channel and writes to its neighbour's.
type ring struct {
	workers, tokens, passes int
	witness                 bool
}

type token struct {
	number, left, acc int
}

// last is what the counter receives of a token: which worker had it last.
type last struct {
	token, worker, acc int
}

type report struct {
	Ends    []int `json:"ends"`
	Witness []int `json:"witness,omitempty"`
}

func (r ring) iteration() (time.Duration, *report) {
	counter := make(chan last, r.tokens)
	mailboxes := make([]chan token, r.workers)
	for i := range mailboxes {
		mailboxes[i] = make(chan token, r.tokens)
	}
	for i, mailbox := range mailboxes {
		go r.worker(i+1, mailbox, mailboxes[(i+1)%r.workers], counter)
	}

	began := time.Now()
	for number := 1; number <= r.tokens; number++ {
		mailboxes[r.startOf(number)-1] <- token{number, r.passes, 0}
	}
	ended := make([]last, r.tokens)
	for range r.tokens {
		end := <-counter
		ended[end.token-1] = end
	}
	elapsed := time.Since(began)

	for _, mailbox := range mailboxes {
		close(mailbox)
	}
	return elapsed, r.report(ended)
}

func (r ring) worker(number int, mailbox <-chan token, neighbour chan<- token, counter chan<- last) {
	for token := range mailbox {
		if token.left == 0 {
			counter <- last{token.number, number, token.acc}
			continue
		}
		token.left--
		if r.witness {
			token.acc = (token.acc*31 + number) % modulus
		}
		neighbour <- token
	}
}

func (r ring) startOf(token int) int {
	return max(1, (2*token*r.workers+r.tokens)/(2*r.tokens))
}

func (r ring) report(ended []last) *report {
	result := &report{}
	for _, token := range ended {
		result.Ends = append(result.Ends, token.worker)
		if r.witness {
			result.Witness = append(result.Witness, token.acc)
		}
	}
	return result
}
