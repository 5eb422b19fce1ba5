import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { root } from '../../scripts/root.ts';

const port = 18_091;
const runs = 5;

/** Seconds from the script of `npm start` to the first response, on a data directory that has been used before. */
export async function measureWarmStart(): Promise<{ median: number; node: number }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'limpid-warm-'));
  await startOnce(dataDir);
  const times: number[] = [];
  for (let i = 0; i < runs; i++) times.push(await startOnce(dataDir));
  rmSync(dataDir, { recursive: true, force: true });
  times.sort((a, b) => a - b);
  return { median: times[Math.floor(runs / 2)] ?? 0, node: await startBaselineNode() };
}

async function startOnce(dataDir: string): Promise<number> {
  const start = performance.now();
  const child = spawn(process.execPath, [join(root, 'scripts/run.mjs'), 'start'], {
    cwd: root,
    env: { ...process.env, PORT: String(port), GATEWAY_PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'error' },
    stdio: 'ignore',
  });
  const ended = new Promise((done) => child.once('exit', done));
  while (!(await isAnswering())) await wait(10);
  const seconds = (performance.now() - start) / 1000;
  child.kill('SIGINT');
  await ended;
  return seconds;
}

async function isAnswering(): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/prod-api/captchaImage`).then(
    (response) => response.ok,
    () => false,
  );
}

/** The reference: a Node process that starts and does nothing. */
async function startBaselineNode(): Promise<number> {
  const start = performance.now();
  const child = spawn(process.execPath, ['-e', '0']);
  await new Promise((done) => child.once('exit', done));
  return (performance.now() - start) / 1000;
}
