import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { EmbeddedConnection } from './access.ts';

/** The values of a result, row after row. */
export async function queryValues(connection: EmbeddedConnection, sql: string): Promise<unknown[]> {
  const client = new pg.Client(connection);
  await client.connect();
  const { rows } = await client.query({ text: sql, rowMode: 'array' });
  await client.end();
  return rows.flat();
}

export function readServerPid(dataDir: string): number {
  return Number.parseInt(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'), 10);
}

interface OtherProcess {
  child: ChildProcess;
  connection: EmbeddedConnection;
}

/** Another process, optionally of another user, that starts the database and keeps running. */
export async function startInOtherProcess(
  dataDir: string,
  account: { uid?: number; gid?: number } = {},
): Promise<OtherProcess> {
  const script = `
    const { startEmbedded } = await import(${JSON.stringify(new URL('embedded.ts', import.meta.url).href)});
    const database = await startEmbedded({ dataDir: ${JSON.stringify(dataDir)}, durable: false });
    const life = setInterval(() => {}, 1000);
    process.once('SIGTERM', () => database.stop().then(() => clearInterval(life)));
    process.stdout.write(JSON.stringify(database.connection));`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    ...account,
    cwd: '/',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let complaint = '';
  child.stderr.on('data', (chunk) => {
    complaint += chunk;
  });
  const ended = once(child, 'close').then(() => Promise.reject(new Error(complaint)));
  const [line] = await Promise.race([once(child.stdout, 'data'), ended]);
  return { child, connection: JSON.parse(String(line)) };
}

export async function endProcess(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill(signal);
  await once(child, 'exit');
}
