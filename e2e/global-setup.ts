import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { closeDatabase, query } from './database.ts';
import { adminPassword, port, publishDataDir, publishGatewayPort } from './server.ts';

const main = fileURLToPath(new URL('../server/src/main.ts', import.meta.url));

/** The real server with its embedded database, on an empty data directory, for the whole run. */
export default async function setup(): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'limpid-e2e-'));
  publishDataDir(dataDir);
  const server = spawn(process.execPath, [main], {
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: String(port),
      GATEWAY_PORT: '0',
      ADMIN_PASSWORD: adminPassword,
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise<void>((ready, failed) => {
    let said = '';
    server.stdout.on('data', (text: Buffer) => {
      said += text;
      if (!said.includes('Limpid is ready')) return;
      publishGatewayPort(said);
      ready();
    });
    server.on('exit', (code) => failed(new Error(`The server ended with ${code} before it was ready.`)));
  });
  await forgetSharedChoices();
  return async () => {
    const ended = new Promise((done) => server.on('exit', done));
    server.kill('SIGINT');
    await ended;
    rmSync(dataDir, { recursive: true, force: true });
  };
}

/** Tests beside each other share the administrator: what one chooses about a screen must not reach the others. */
async function forgetSharedChoices(): Promise<void> {
  await query(`create function leave_out() returns trigger language plpgsql as 'begin return null; end'`);
  await query(
    `create trigger leave_out before insert on user_choice for each row when (new.user_id = 1)
     execute function leave_out()`,
  );
  await closeDatabase();
}
