package server

import (
	"fmt"

	"github.com/nats-io/nats.go"
)

const (
	mostUnderWay  = 1024
	bytesUnderWay = 32 << 20
)

// Bounds are how many strings of a size may be under way, and after how many handled ones their sender is notified.
func Bounds(size int) (bound, credit int) {
	bound = min(mostUnderWay, max(1, bytesUnderWay/size))
	return bound, max(1, bound/2)
}

// Connect opens a connection to a server. Should it break later, lost is called, and failed at an error of another kind.
func Connect(url, name string, lost, failed func(error)) (*nats.Conn, error) {
	return nats.Connect(url,
		nats.Name(name),
		nats.NoReconnect(),
		nats.DisconnectErrHandler(func(_ *nats.Conn, err error) {
			if err != nil {
				lost(fmt.Errorf("the %s has lost the server: %w", name, err))
			}
		}),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) {
			failed(fmt.Errorf("the %s: %w", name, err))
		}),
	)
}
