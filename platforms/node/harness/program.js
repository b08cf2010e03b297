// A run of the program: refusals, iterations, and JSON lines on standard output.
import { Threads } from '../actors/threads.js';
import { parse } from './arguments.js';
import { OrderError, orders } from './orders.js';
import { UsageError } from './usage.js';

function print(event) {
  process.stdout.write(`${JSON.stringify(event)}\n`);
}

async function run(workloads, [name, ...args]) {
  if (name === undefined) {
    throw new UsageError('no workload given: start as WORKLOAD key=value ...');
  }
  if (!Object.hasOwn(workloads, name)) {
    throw new UsageError(`unknown workload "${name}": one of ${Object.keys(workloads).sort().join(', ')}`);
  }
  const workload = workloads[name];
  const parameters = parse(args, workload);
  const { game, clear, report } = workload.prepare(parameters);
  const homes = parameters.variant === 'together' ? 1 : parameters.threads;
  const threads = await Threads.start(parameters.threads, homes, workload.actors);
  print({ event: 'ready' });
  let index = 0;
  for await (const count of parameters.iterations === 0 ? orders(process.stdin) : [parameters.iterations]) {
    for (const end = index + count; index < end; index++) {
      clear?.();
      const { elapsed, outcome, parts } = await threads.play(game);
      print({ event: 'iteration', index, elapsed_ns: elapsed, report: report(index, outcome, parts) });
    }
  }
  await threads.stop();
}

/**
 * Runs the workload that the command line names, and ends the process.
 *
 * A workload is an object with `integers` (its own parameters, each with its least and, if there is one, its greatest
 * value), `choices`, `variants`, `hasInput`, `hasPrint`, `actors` (the URL of a module whose `setUp` makes the actors
 * of a thread) and `prepare`, which returns the `game` that all threads are given, `clear`, called before an iteration,
 * and `report`, which makes the report out of an iteration's outcome and of what each thread collected.
 */
export async function main(workloads) {
  try {
    await run(workloads, process.argv.slice(2));
  } catch (error) {
    const usage = error instanceof UsageError;
    const isExpected = usage || error instanceof OrderError;
    process.stderr.write(`${isExpected ? error.message : error.stack}\n`);
    // At once: threads may still be running.
    process.exit(usage ? 2 : 1);
  }
}
