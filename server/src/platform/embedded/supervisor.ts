import { hasCluster } from './cluster.ts';
import { describeError, LaunchError } from './launch-error.ts';
import { trimLog } from './log-file.ts';
import { type Postmaster, stopPostmaster } from './postmaster.ts';
import { signalProcess } from './processes.ts';
import { type ServerPlan, startServer } from './server.ts';

const lookEvery = 1_000;
const longestPause = 30_000;

/**
 * Starts the server again when it ends by itself, in the same place, so that pools find it by trying again.
 * Returns how to stop both.
 */
export function superviseServer(
  plan: ServerPlan,
  first: Postmaster,
  release: () => void,
): () => Promise<void> {
  let current = first;
  let pause = lookEvery;
  let nextTry = 0;
  let work: Promise<void> | undefined;
  let stopped: Promise<void> | undefined;

  const look = async () => {
    try {
      trimLog(plan.paths.log);
      if (current.isRunning() || Date.now() < nextTry) return;
      plan.say('The database ended unexpectedly; starting it again …');
      // An empty cluster in place of the one that was there would help nobody.
      if (!hasCluster(plan.paths, plan.major))
        throw new LaunchError(`${plan.paths.cluster} has disappeared.`);
      current = await startServer(plan);
      pause = lookEvery;
      plan.say('The database runs again.');
    } catch (error) {
      plan.say(describeError(error));
      pause = Math.min(2 * pause, longestPause);
      nextTry = Date.now() + pause;
    }
  };

  // A process that ends without stopping the database in good order takes it along all the same.
  const leave = () => {
    if (current.isRunning()) signalProcess(current.pid, 'SIGINT');
    release();
  };

  const timer = setInterval(() => {
    work ??= look().finally(() => {
      work = undefined;
    });
  }, lookEvery).unref();
  process.once('exit', leave);

  const stop = async () => {
    clearInterval(timer);
    await work;
    await stopPostmaster(current, plan.runner, plan.paths.cluster);
    process.off('exit', leave);
    release();
  };
  return () => {
    stopped ??= stop();
    return stopped;
  };
}
