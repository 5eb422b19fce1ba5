import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { delimiter, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('../main.ts', import.meta.url));

export interface RunningProcess {
  child: ChildProcess;
  /** Everything it has printed so far. */
  output(): string;
  /** Waits until it prints this; fails if it ends first. */
  waitForOutput(text: string): Promise<void>;
  ended: Promise<number | null>;
}

interface ProcessOptions {
  command: [program: string, ...args: string[]];
  cwd?: string;
}

/** Starts the server as an administrator does, as a separate process. */
export function startProcess(
  environment: Record<string, string>,
  { command: [program, ...args], cwd }: ProcessOptions = { command: [process.execPath, main] },
): RunningProcess {
  const child = spawn(program, args, {
    ...(cwd && { cwd }),
    env: {
      PATH: `${dirname(process.execPath)}${delimiter}${process.env['PATH']}`,
      HOME: process.env['HOME'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      LOG_LEVEL: 'error',
      GATEWAY_PORT: '0',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (text += part));
  const ended = new Promise<number | null>((done) => child.once('exit', done));
  return {
    child,
    ended,
    output: () => text,
    waitForOutput: (wanted) =>
      new Promise((done, failed) => {
        const look = () => {
          if (text.includes(wanted)) done();
        };
        look();
        for (const stream of [child.stdout, child.stderr]) stream.on('data', look);
        void ended.then((code) =>
          failed(new Error(`ended with ${code} before printing "${wanted}":\n${text}`)),
        );
      }),
  };
}

/** A port that was free a moment ago. */
export function findPort(): Promise<number> {
  return new Promise((done) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => done(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
