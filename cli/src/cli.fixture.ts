import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { deviceCommand, encodeCommand } from '@limpid/hj212/commands';
import { encodeFrame } from '@limpid/hj212/encode';
import { onTestFinished } from 'vitest';

const program = fileURLToPath(new URL('../limpid.mjs', import.meta.url));

interface Outcome {
  code: number | null;
  lines: Record<string, unknown>[];
  out: string;
  err: string;
}

/** Runs the command line as a separate process. */
export async function run(args: string[], input: string | Uint8Array = '', language = 'C'): Promise<Outcome> {
  const env = { ...process.env, LC_ALL: '', LC_MESSAGES: '', LANG: language };
  const child = spawn(process.execPath, [program, ...args], { env });
  const ended = new Promise<number | null>((done) => child.once('close', done));
  child.stdin.end(input);
  const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  const lines = out.startsWith('{')
    ? out
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
    : [];
  return { code, lines, out, err };
}

/**
 * Writes a file for the running test. It is removed per test, because test files of one worker share this module and
 * the first one would remove it for all.
 */
export function writeTempFile(name: string, content: string | Uint8Array): string {
  const folder = mkdtempSync(join(tmpdir(), 'limpid-cli-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, name);
  writeFileSync(file, content);
  return file;
}

export const header = { version: '2017', st: '22', pw: '123456', mn: '010000A8900016F000169DC0' } as const;
export const framePrefix =
  'QN=20261115083000123;ST=22;CN=2011;PW=123456;MN=010000A8900016F000169DC0;Flag=5;CP=&&';
export const minuteFrame = encodeFrame(
  `${framePrefix}DataTime=20261115083000;a34004-Rtd=56.0,a34004-Flag=N&&`,
);
export const sampleHeartbeat = encodeCommand(
  deviceCommand.heartbeat,
  { ...header, version: '2025', qn: '20261115083001000' },
  {},
);
