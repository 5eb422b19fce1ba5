import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { MINUTE_MS } from '@limpid/contract/durations';
import { type EmbeddedConnection, ensureDatabase, isAnswering, isDurable, waitForServer } from './access.ts';
import { changeClusterOwner, hasCluster, makeCluster } from './cluster.ts';
import type { Runner } from './command.ts';
import { LaunchError, ownServerHint } from './launch-error.ts';
import type { EmbeddedPaths } from './paths.ts';
import { findPostmaster, launchPostmaster, type Postmaster, stopPostmaster } from './postmaster.ts';
import { listSettings } from './settings.ts';
import { makeSuperuserConnection } from './superuser.ts';

export interface LaunchPlan {
  paths: EmbeddedPaths;
  runner: Runner;
  major: string;
  durable: boolean;
  connection: EmbeddedConnection;
  onProgress: (line: string) => void;
}

const orphanTimeoutMs = 5_000;
const startTimeoutMs = MINUTE_MS;
const sharedMemoryAttempts = 40;

/** The server that a killed process left behind, if its settings fit. */
export async function adoptPostgres(plan: LaunchPlan): Promise<Postmaster | undefined> {
  const orphan = findPostmaster(plan.paths.cluster);
  if (!orphan) {
    if (await isAnswering(plan.connection)) {
      throw new LaunchError(
        `The database in ${plan.paths.cluster} is in use from elsewhere, perhaps another container: stop that first, ${ownServerHint}.`,
      );
    }
    return undefined;
  }
  const answer = await waitForServer(plan.connection, orphan.isRunning, orphanTimeoutMs, () =>
    reportRecovery(plan),
  );
  if (answer === 'locked')
    await ensureDatabase(plan.connection, makeSuperuserConnection(plan.paths, plan.connection));
  const fit = answer === 'ready' || answer === 'locked';
  if (fit && (await isDurable(plan.connection)) === plan.durable) return orphan;
  await stopPostmaster(orphan, plan.runner, plan.paths.cluster);
  return undefined;
}

export async function startPostgres(plan: LaunchPlan): Promise<Postmaster> {
  const { paths, runner, connection } = plan;
  const fresh = !hasCluster(paths, plan.major);
  if (fresh) {
    plan.onProgress('Preparing the embedded database (first start only) …');
    await makeCluster(runner, paths, plan.durable);
  }
  changeClusterOwner(paths, runner.as.owner);
  for (let attempt = 1; ; attempt++) {
    const postmaster = await launchClean(plan);
    const login = fresh ? makeSuperuserConnection(paths, connection) : connection;
    const answer = await waitForServer(login, postmaster.isRunning, startTimeoutMs, () =>
      reportRecovery(plan),
    );
    if (answer === 'ready' && !fresh) return postmaster;
    if (answer === 'ready' || answer === 'locked') {
      await ensureDatabaseOrStop(plan, postmaster);
      return postmaster;
    }
    await stopPostmaster(postmaster, runner, paths.cluster);
    const reason = answer === 'gone' ? postmaster.readReason() : 'it does not answer';
    // Sessions of a killed server take a moment to end.
    const mayPass = reason.includes('shared memory block') && attempt < sharedMemoryAttempts;
    if (!mayPass) {
      throw new LaunchError(
        `The embedded database does not start (${reason}): see ${paths.log}, ${ownServerHint}.`,
      );
    }
    await sleep(250);
  }
}

async function ensureDatabaseOrStop(
  { connection, runner, paths }: LaunchPlan,
  postmaster: Postmaster,
): Promise<void> {
  try {
    await ensureDatabase(connection, makeSuperuserConnection(paths, connection));
  } catch (error) {
    await stopPostmaster(postmaster, runner, paths.cluster);
    throw error;
  }
}

function launchClean(plan: LaunchPlan): Promise<Postmaster> {
  const { paths, runner, connection } = plan;
  const socket = process.platform === 'win32' ? '' : connection.host;
  // No server runs on this cluster, so files in its private socket folder are left over.
  if (socket) for (const name of readdirSync(socket)) rmSync(join(socket, name), { force: true });
  return launchPostmaster(runner, paths, listSettings(plan.durable, { socket, port: connection.port }));
}

function reportRecovery(plan: LaunchPlan): void {
  plan.onProgress('The database is putting its files in order; this can take a few minutes …');
}
