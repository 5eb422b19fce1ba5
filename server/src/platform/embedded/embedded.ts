import type { EmbeddedConnection } from './access.ts';
import { findPackage, type PostgresPackage, prepareBinaries } from './binaries.ts';
import { hasCluster, readOrCreatePassword } from './cluster.ts';
import { LaunchError, ownServerHint, summariseError } from './launch-error.ts';
import { chooseListenAddress } from './listen-address.ts';
import { acquireOwnerLock } from './owner-lock.ts';
import { type EmbeddedPaths, openDataDir } from './paths.ts';
import { chooseRunner } from './run-as.ts';
import { adoptPostgres, type LaunchPlan, startPostgres } from './server.ts';
import { ensureSuperuserPassword } from './superuser.ts';
import { superviseServer } from './supervisor.ts';

export interface EmbeddedDatabase {
  connection: EmbeddedConnection;
  /** The server was already running: a killed process had left it behind. */
  adopted: boolean;
  stop(): Promise<void>;
}

interface EmbeddedOptions {
  dataDir: string;
  /** Off only in tests: a power failure may then lose or damage data. */
  durable?: boolean;
  onProgress?: (line: string) => void;
}

const appName = 'limpid';

/** Runs the PostgreSQL that is shipped with the product, on a cluster in the data folder. */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  let release = () => {};
  try {
    const paths = openDataDir(options.dataDir);
    release = acquireOwnerLock(paths.owner, paths.dataDir);
    const postgres = findPackage();
    // Checked first, so that an incompatible cluster is refused untouched.
    const isExisting = hasCluster(paths, postgres.major);
    const plan = await makePlan(paths, postgres, options);
    const orphan = isExisting ? await adoptPostgres(plan) : undefined;
    const postmaster = orphan ?? (await startPostgres(plan));
    const stop = superviseServer(plan, postmaster, release);
    await ensureSuperuserPassword(plan);
    return { connection: plan.connection, adopted: orphan !== undefined, stop };
  } catch (error) {
    release();
    if (error instanceof LaunchError) throw error;
    throw new LaunchError(
      `The embedded database cannot start (${summariseError(error)}): correct this, ${ownServerHint}.`,
      {
        cause: error,
      },
    );
  }
}

async function makePlan(
  paths: EmbeddedPaths,
  { native, version, major }: PostgresPackage,
  options: EmbeddedOptions,
): Promise<LaunchPlan> {
  const copy = `${paths.binaries}-${version}`;
  const binaries = prepareBinaries(native, paths.links, copy);
  const runner = await chooseRunner({ paths, binaries, native, copy });
  const place = await chooseListenAddress(paths, runner);
  const connection = {
    ...place,
    user: appName,
    password: readOrCreatePassword(paths.password),
    database: appName,
  };
  return {
    paths,
    runner,
    major,
    durable: options.durable ?? true,
    connection,
    onProgress: options.onProgress ?? (() => {}),
  };
}
