// Command agon-go runs the lab's workloads on goroutines and channels.
package main

import (
	"agon/platforms/go/internal/chameneos"
	"agon/platforms/go/internal/compute"
	"agon/platforms/go/internal/echoall"
	"agon/platforms/go/internal/fibonacci"
	"agon/platforms/go/internal/gridswap"
	"agon/platforms/go/internal/massreception"
	"agon/platforms/go/internal/pipeline"
	"agon/platforms/go/internal/population"
	"agon/platforms/go/internal/servicerounds"
	"agon/platforms/go/internal/throughput"
	"agon/platforms/go/internal/tokenring"
	"agon/platforms/golang/harness"
)

func main() {
	harness.Main(map[string]harness.Workload{
		"token-ring":     tokenring.Workload,
		"chameneos":      chameneos.Workload,
		"fibonacci":      fibonacci.Workload,
		"pipeline":       pipeline.Workload,
		"service-rounds": servicerounds.Workload,
		"grid-swap":      gridswap.Workload,
		"compute":        compute.Workload,
		"echo-all":       echoall.Workload,
		"mass-reception": massreception.Workload,
		"throughput":     throughput.Workload,
		"population":     population.Workload,
	})
}
