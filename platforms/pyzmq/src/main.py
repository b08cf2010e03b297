"""The lab's workloads on ZeroMQ from Python."""

import throughput
from harness import program

if __name__ == "__main__":
    program.main({"throughput": throughput.WORKLOAD})
