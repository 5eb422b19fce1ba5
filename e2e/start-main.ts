import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { adminPassword } from './server.ts';

const main = fileURLToPath(new URL('../server/src/main.ts', import.meta.url));

interface Main {
  /** What it has said until it was ready. */
  said: string;
  stop(): Promise<void>;
}

/** The real server with its embedded database, in a process of its own. */
export async function startMain(environment: Record<string, string>): Promise<Main> {
  const server = spawn(process.execPath, [main], {
    env: { ...process.env, ADMIN_PASSWORD: adminPassword, LOG_LEVEL: 'warn', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return { said: await hearReady(server), stop: () => stop(server) };
}

function hearReady(server: ChildProcess): Promise<string> {
  return new Promise((ready, failed) => {
    let said = '';
    server.stdout?.on('data', (text: Buffer) => {
      said += text;
      if (said.includes('Limpid is ready')) ready(said);
    });
    server.on('exit', (code) => failed(new Error(`The server ended with ${code} before it was ready.`)));
  });
}

async function stop(server: ChildProcess): Promise<void> {
  const ended = new Promise((done) => server.on('exit', done));
  server.kill('SIGINT');
  await ended;
}
