// Command agon-protoactor runs the lab's workloads on Proto.Actor's actors.
package main

import (
	"agon/platforms/golang/harness"
	"agon/platforms/protoactor-go/internal/actors"
	"agon/platforms/protoactor-go/internal/chameneos"
	"agon/platforms/protoactor-go/internal/fibonacci"
	"agon/platforms/protoactor-go/internal/gridswap"
	"agon/platforms/protoactor-go/internal/pipeline"
	"agon/platforms/protoactor-go/internal/servicerounds"
	"agon/platforms/protoactor-go/internal/tokenring"
)

func main() {
	system := actors.NewSystem()
	harness.Main(map[string]harness.Workload{
		"token-ring":     tokenring.Workload(system),
		"chameneos":      chameneos.Workload(system),
		"fibonacci":      fibonacci.Workload(system),
		"pipeline":       pipeline.Workload(system),
		"service-rounds": servicerounds.Workload(system),
		"grid-swap":      gridswap.Workload(system),
	})
}
