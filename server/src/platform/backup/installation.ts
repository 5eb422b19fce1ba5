import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { type Config, readConfig } from '../../config.ts';
import { startEmbedded } from '../embedded/embedded.ts';
import { findLockOwner } from '../embedded/owner-lock.ts';
import { type EmbeddedPaths, openDataDir } from '../embedded/paths.ts';
import { keyFile } from '../secrets.ts';
import { BackupError } from './backup-error.ts';
import type { OpenConnection } from './write-backup.ts';

/** Where the settings place the database and the files. */
export interface Installation {
  config: Config;
  /** Where the key to encrypted secrets is: a backup names it and never contains it. */
  key: string | undefined;
  openSource(): Promise<OpenConnection>;
  openTarget(): Promise<OpenConnection>;
}

const keySetting = 'SECRET_KEY';

export function findInstallation(environment: Record<string, string | undefined>): Installation {
  const config = readConfig(environment);
  const { databaseUrl, dataDir } = config;
  const file = join(dataDir, keyFile);
  const key = environment[keySetting]?.trim() ? keySetting : existsSync(file) ? file : undefined;
  if (databaseUrl) {
    const open = async () => ({
      connection: { connectionString: databaseUrl },
      close: async () => undefined,
    });
    return { config, key, openSource: open, openTarget: open };
  }
  return { config, key, openSource: () => openSource(dataDir), openTarget: () => openTarget(dataDir) };
}

/** Connects to the embedded database: to the running server, or to one that is started for this work. */
async function openSource(dataDir: string): Promise<OpenConnection> {
  if (!existsSync(join(dataDir, 'postgres', 'PG_VERSION'))) throw new BackupError('noDatabase', { dataDir });
  const paths = openDataDir(dataDir);
  if (findLockOwner(paths.owner) === undefined) return startDatabase(dataDir);
  return { connection: readRunningConnection(paths), close: async () => undefined };
}

async function openTarget(dataDir: string): Promise<OpenConnection> {
  const owner = findLockOwner(join(dataDir, 'postgres.owner'));
  if (owner !== undefined) throw new BackupError('running', { dataDir, process: owner });
  return startDatabase(dataDir);
}

async function startDatabase(dataDir: string): Promise<OpenConnection> {
  const { connection, stop } = await startEmbedded({ dataDir });
  return { connection: { ...connection, ssl: false }, close: stop };
}

/** PostgreSQL writes its address to its pid file: port on the fourth line, socket folder on the fifth. */
function readRunningConnection({ cluster, password, dataDir }: EmbeddedPaths): pg.ClientConfig {
  const file = join(cluster, 'postmaster.pid');
  if (!existsSync(file)) throw new BackupError('starting', { dataDir });
  const lines = readFileSync(file, 'utf8').split('\n');
  return {
    host: lines[4] || '127.0.0.1',
    port: Number(lines[3]),
    user: 'limpid',
    database: 'limpid',
    password: readFileSync(password, 'utf8').trim(),
    ssl: false,
  };
}
