// Agon's programs on Node.js: started as WORKLOAD key=value ..., see docs/protocol.md.
import { main } from './harness/program.js';
import { chameneos } from './workloads/chameneos.js';
import { fibonacci } from './workloads/fibonacci.js';
import { gridSwap } from './workloads/grid-swap.js';
import { pipeline } from './workloads/pipeline.js';
import { serviceRounds } from './workloads/service-rounds.js';
import { tokenRing } from './workloads/token-ring.js';

await main({
  'token-ring': tokenRing,
  chameneos,
  fibonacci,
  pipeline,
  'service-rounds': serviceRounds,
  'grid-swap': gridSwap,
});
