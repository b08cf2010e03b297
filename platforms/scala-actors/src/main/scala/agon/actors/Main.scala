package agon.actors

import agon.harness.{Arguments, Harness, Workload}
import agon.workload.RoundTrips
import scala.collection.JavaConverters._

object Main {
  private val workloads: Map[String, Arguments => Workload] = Map(
    "token-ring" -> (new TokenRing(_)),
    "chameneos" -> (new ChameneosForest(_)),
    "fibonacci" -> (new FibonacciService(_)),
    "pipeline" -> (new StringPipeline(_)),
    "service-rounds" -> (new Services(_)),
    "grid-swap" -> (new SwapGrid(_)),
    "compute" -> (new ComputeAgents(_)),
    "echo-all" -> (arguments => new Echo(arguments, RoundTrips.echoAll(arguments))),
    "mass-reception" -> (arguments => new Echo(arguments, RoundTrips.massReception(arguments))))

  def main(args: Array[String]): Unit =
    Harness.main(args, workloads.mapValues(factory).asJava)

  private def factory(make: Arguments => Workload) = new Workload.Factory {
    override def create(arguments: Arguments): Workload = make(arguments)
  }
}
