// Command agon-nats runs the lab's workloads on a NATS server of its own.
package main

import (
	"agon/platforms/golang/harness"
	"agon/platforms/nats/internal/remote"
	"agon/platforms/nats/internal/throughput"
)

func main() {
	harness.Main(map[string]harness.Workload{
		"throughput":        throughput.Workload(),
		"remote-throughput": remote.Throughput(),
		"remote-ask":        remote.Ask(),
	})
}
