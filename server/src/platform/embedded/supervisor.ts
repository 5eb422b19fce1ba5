import { hasCluster } from './cluster.ts';
import { LaunchError, summariseError } from './launch-error.ts';
import { trimLog } from './log-file.ts';
import { type Postmaster, stopPostmaster } from './postmaster.ts';
import { signalProcess } from './processes.ts';
import { type LaunchPlan, startPostgres } from './server.ts';

const checkIntervalMs = 1_000;
const maxPauseMs = 30_000;

/**
 * Restarts the server when it ends by itself, at the same address, so that pools can reconnect. Returns a function that
 * stops both.
 */
export function superviseServer(
  plan: LaunchPlan,
  first: Postmaster,
  release: () => void,
): () => Promise<void> {
  let current = first;
  let pause = checkIntervalMs;
  let nextTry = 0;
  let work: Promise<void> | undefined;
  let stopped: Promise<void> | undefined;

  const checkServer = async () => {
    try {
      trimLog(plan.paths.log);
      if (current.isRunning() || performance.now() < nextTry) return;
      plan.onProgress('The database ended unexpectedly; starting it again …');
      // If the cluster is gone, creating an empty one would hide the loss.
      if (!hasCluster(plan.paths, plan.major))
        throw new LaunchError(`${plan.paths.cluster} has disappeared.`);
      current = await startPostgres(plan);
      pause = checkIntervalMs;
      plan.onProgress('The database runs again.');
    } catch (error) {
      plan.onProgress(summariseError(error));
      pause = Math.min(2 * pause, maxPauseMs);
      nextTry = performance.now() + pause;
    }
  };

  // A process that exits without stopping the database cleanly still stops it.
  const leave = () => {
    if (current.isRunning()) signalProcess(current.pid, 'SIGINT');
    release();
  };

  const timer = setInterval(() => {
    work ??= checkServer().finally(() => {
      work = undefined;
    });
  }, checkIntervalMs).unref();
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
