import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { awaitAnswer, type Connection, isAnswering, isDurable, provideDatabase } from './access.ts';
import { giveCluster, hasCluster, makeCluster } from './cluster.ts';
import type { Runner } from './command.ts';
import { LaunchError, ownServerHint } from './launch-error.ts';
import type { EmbeddedPaths } from './paths.ts';
import { findPostmaster, launchPostmaster, type Postmaster, stopPostmaster } from './postmaster.ts';
import { listSettings } from './settings.ts';
import { openSuperuser } from './superuser.ts';

export interface ServerPlan {
  paths: EmbeddedPaths;
  runner: Runner;
  major: string;
  durable: boolean;
  connection: Connection;
  say: (line: string) => void;
}

const orphanPatience = 5_000;
const startPatience = 60_000;
const sharedMemoryAttempts = 40;

/** The server that a killed process left behind, if it is fit for us. */
export async function adoptServer(plan: ServerPlan): Promise<Postmaster | undefined> {
  const orphan = findPostmaster(plan.paths.cluster);
  if (!orphan) {
    if (await isAnswering(plan.connection)) {
      throw new LaunchError(
        `The database in ${plan.paths.cluster} is in use from elsewhere, perhaps another container: stop that first, ${ownServerHint}.`,
      );
    }
    return undefined;
  }
  const answer = await awaitAnswer(plan.connection, orphan.isRunning, orphanPatience, () =>
    sayRecovering(plan),
  );
  if (answer === 'locked') await provideDatabase(plan.connection, openSuperuser(plan.paths, plan.connection));
  const fit = answer === 'ready' || answer === 'locked';
  if (fit && (await isDurable(plan.connection)) === plan.durable) return orphan;
  await stopPostmaster(orphan, plan.runner, plan.paths.cluster);
  return undefined;
}

export async function startServer(plan: ServerPlan): Promise<Postmaster> {
  const { paths, runner, connection } = plan;
  const fresh = !hasCluster(paths, plan.major);
  if (fresh) {
    plan.say('Preparing the embedded database (first start only) …');
    await makeCluster(runner, paths, plan.durable);
  }
  giveCluster(paths, runner.as.owner);
  for (let attempt = 1; ; attempt++) {
    const postmaster = await launchClean(plan);
    const entrance = fresh ? openSuperuser(paths, connection) : connection;
    const answer = await awaitAnswer(entrance, postmaster.isRunning, startPatience, () =>
      sayRecovering(plan),
    );
    if (answer === 'ready' && !fresh) return postmaster;
    if (answer === 'ready' || answer === 'locked') {
      await provideOrStop(plan, postmaster);
      return postmaster;
    }
    await stopPostmaster(postmaster, runner, paths.cluster);
    const reason = answer === 'gone' ? postmaster.readReason() : 'it does not answer';
    // Sessions of a server that was killed need a moment to notice.
    const mayPass = reason.includes('shared memory block') && attempt < sharedMemoryAttempts;
    if (!mayPass) {
      throw new LaunchError(
        `The embedded database does not start (${reason}): see ${paths.log}, ${ownServerHint}.`,
      );
    }
    await sleep(250);
  }
}

async function provideOrStop(
  { connection, runner, paths }: ServerPlan,
  postmaster: Postmaster,
): Promise<void> {
  try {
    await provideDatabase(connection, openSuperuser(paths, connection));
  } catch (error) {
    await stopPostmaster(postmaster, runner, paths.cluster);
    throw error;
  }
}

function launchClean(plan: ServerPlan): Promise<Postmaster> {
  const { paths, runner, connection } = plan;
  const socket = process.platform === 'win32' ? '' : connection.host;
  // Nothing lives on this cluster, so what lies in its private socket folder is left over.
  if (socket) for (const name of readdirSync(socket)) rmSync(join(socket, name), { force: true });
  return launchPostmaster(runner, paths, listSettings(plan.durable, { socket, port: connection.port }));
}

function sayRecovering(plan: ServerPlan): void {
  plan.say('The database is putting its files in order; this can take a few minutes …');
}
