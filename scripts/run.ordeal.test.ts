import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { waitUntil } from '../server/src/testing/wait-until.ts';

const scripts = fileURLToPath(new URL('.', import.meta.url));
let root = '';

/** A repository that contains only the entry script and one task, whose source each test writes. */
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'limpid-run-'));
  mkdirSync(join(root, 'scripts'));
  mkdirSync(join(root, 'node_modules'));
  for (const file of globSync(join(scripts, '*.mjs'))) cpSync(file, join(root, 'scripts', basename(file)));
  write('package.json', {
    type: 'module',
    scripts: { start: 'node scripts/run.mjs start', test: 'node other.mjs' },
  });
  lock({});
  record({});
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(name: string, content: unknown): void {
  writeFileSync(join(root, name), typeof content === 'string' ? content : JSON.stringify(content));
}

function lock(packages: Record<string, unknown>): void {
  write('package-lock.json', { packages: { '': {}, ...packages } });
}

/** The record that npm keeps in node_modules about its installation. */
function record(packages: Record<string, unknown>): void {
  write('node_modules/.package-lock.json', { packages });
}

interface Run {
  child: ChildProcess;
  output(): string;
  ended: Promise<number | null>;
}

function run(args: string[], environment: Record<string, string> = {}): Run {
  const child = spawn(process.execPath, [join(root, 'scripts', 'run.mjs'), ...args], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  return { child, output: () => output, ended: once(child, 'close').then(([code]) => code) };
}

/** A fake npm: prints its arguments, waits, then runs `then`. */
function replaceNpm(then: string): Record<string, string> {
  write(
    'npm-cli.js',
    `import fs from 'node:fs'; fs.appendFileSync('calls', process.argv.slice(2).join(' ') + '\\n');
    await new Promise((resolve) => setTimeout(resolve, 400)); ${then}`,
  );
  return {
    npm_execpath: join(root, 'npm-cli.js'),
    npm_node_execpath: process.execPath,
    NODE_ENV: 'production',
  };
}

function countInstalls(): number {
  const calls = join(root, 'calls');
  return existsSync(calls) ? readFileSync(calls, 'utf8').trim().split('\n').length : 0;
}

const waitingTask = `
  import { writeFileSync } from 'node:fs';
  const life = setInterval(() => {}, 1000);
  const end = () => {
    writeFileSync('ended', '');
    clearInterval(life);
  };
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.on(signal, () => {
      console.log('heard', signal);
      setTimeout(end, 300);
    });
  }
  console.log('ready');`;

it('prints the available tasks', async () => {
  const { ended, output } = run(['paint']);
  expect(await ended).toBe(1);
  expect(output()).toBe('There is no task "paint". There are: start.\n');
});

it('passes on arguments and the exit code, as if the task had been run directly', async () => {
  write(
    'scripts/start.ts',
    'console.log(process.argv.slice(1).join()); const code: number = 7; process.exit(code);',
  );
  const { ended, output } = run(['start', '--demo', 'x']);
  expect(await ended).toBe(7);
  expect(output()).toBe(`${join(root, 'scripts', 'start.ts')},--demo,x\n`);
});

it('exits with 128 plus the number of the signal that ended the task', async () => {
  write('scripts/start.ts', "process.kill(process.pid, 'SIGKILL');");
  expect(await run(['start']).ended).toBe(137);
});

it('forwards a signal once, however often it arrives, and waits for the task to end', async () => {
  write('scripts/start.ts', waitingTask);
  const { child, ended, output } = run(['start']);
  await waitUntil(() => output().includes('ready'), 'the task is ready');
  for (let press = 0; press < 3; press++) child.kill('SIGINT');
  expect(await ended).toBe(0);
  expect(output()).toBe('ready\nheard SIGINT\n');
  expect(existsSync(join(root, 'ended'))).toBe(true);
});

it('stops the task even when it is killed itself', async () => {
  write('scripts/start.ts', waitingTask);
  const { child, output } = run(['start']);
  await waitUntil(() => output().includes('ready'), 'the task is ready');
  child.kill('SIGKILL');
  await waitUntil(() => existsSync(join(root, 'ended')), 'the task has ended');
  await waitUntil(() => output() === 'ready\nheard SIGTERM\n', 'the task heard SIGTERM');
});

it('installs nothing if npm has installed the packages of the lockfile for this system', async () => {
  lock({
    'node_modules/a': { version: '1.0.0', integrity: 'x' },
    'node_modules/b-elsewhere': { version: '1.0.0', optional: true, os: ['plan9'], cpu: [process.arch] },
  });
  record({ 'node_modules/a': { version: '1.0.0', integrity: 'x' } });
  write('scripts/start.ts', "console.log('ran');");
  const { ended, output } = run(['start'], replaceNpm('process.exit(1);'));
  expect(await ended).toBe(0);
  expect(output()).toBe('ran\n');
  expect(countInstalls()).toBe(0);
});

it('installs once for several concurrent starts, development packages included, and not again', async () => {
  const packages = { 'node_modules/a': { version: '2.0.0' } };
  lock(packages);
  record({ 'node_modules/a': { version: '1.0.0' } });
  write('scripts/start.ts', "console.log('ran');");
  const npm = replaceNpm(
    `fs.writeFileSync('node_modules/.package-lock.json', '${JSON.stringify({ packages })}');`,
  );
  const starts = [run(['start'], npm), run(['start'], npm)];
  for (const { ended } of starts) expect(await ended).toBe(0);
  expect(await run(['start'], npm).ended).toBe(0);
  expect(countInstalls()).toBe(1);
  expect(readFileSync(join(root, 'calls'), 'utf8')).toMatch(/^ci .*--ignore-scripts --include=dev/);
  expect(starts.map(({ output }) => output()).join('')).toContain('Installing dependencies … done');
});

it('prints the output of npm when it fails, and leaves no lock behind', async () => {
  lock({ 'node_modules/a': { version: '2.0.0' } });
  write('scripts/start.ts', '');
  const npm = replaceNpm("console.error('npm error no network'); process.exit(1);");
  for (let start = 1; start <= 2; start++) {
    const { ended, output } = run(['start'], npm);
    expect(await ended).toBe(1);
    expect(output()).toContain('npm error no network\nThe dependencies could not be installed');
    expect(countInstalls()).toBe(start);
  }
});

it.each(['SIGTERM', 'SIGKILL'] as const)('ends its children when npm receives %s', async (signal) => {
  write('scripts/start.ts', waitingTask);
  const npm = spawn('npm', ['start'], {
    cwd: root,
    env: { ...process.env, PATH: `${dirname(process.execPath)}${delimiter}${process.env['PATH']}` },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let output = '';
  npm.stdout.on('data', (chunk) => (output += chunk));
  await waitUntil(() => output.includes('ready'), 'the task is ready');
  npm.kill(signal);
  await waitUntil(() => existsSync(join(root, 'ended')), 'the task has ended');
  expect(output).toMatch(/ready\nheard SIGTERM\n$/);
});
