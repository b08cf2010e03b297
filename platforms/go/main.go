// Command agon-go runs the lab's workloads on goroutines and channels.
package main

import (
	"agon/platforms/go/internal/chameneos"
	"agon/platforms/go/internal/fibonacci"
	"agon/platforms/go/internal/harness"
	"agon/platforms/go/internal/tokenring"
)

func main() {
	harness.Main(map[string]harness.Workload{
		"token-ring": tokenring.Workload,
		"chameneos":  chameneos.Workload,
		"fibonacci":  fibonacci.Workload,
	})
}
