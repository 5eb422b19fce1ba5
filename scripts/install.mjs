import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isInstalled, listMissing, writeStamp } from './installed.mjs';

const npmArguments = [
  'ci',
  '--loglevel=error',
  '--no-audit',
  '--no-fund',
  '--ignore-scripts',
  // Included even if NODE_ENV is production, because the tasks need them.
  '--include=dev',
  '--include=optional',
];

/** Installs the packages of the lockfile unless they are installed. Returns the error as one line, if any. */
export async function ensureInstalled(root) {
  if (!existsSync(join(root, 'package-lock.json'))) return 'package-lock.json is missing: restore it.';
  if (isInstalled(root)) return undefined;
  const release = await takeLock(join(root, '.installing'));
  try {
    // Another process may have installed them while this one waited.
    return isInstalled(root) ? undefined : await install(root);
  } finally {
    release();
  }
}

async function install(root) {
  const { code, signal, output } = await runNpm(root);
  if (signal) {
    process.exitCode = 128 + constants.signals[signal];
    return 'Interrupted; the next start installs again.';
  }
  if (code !== 0) {
    process.stderr.write(output);
    return 'The dependencies could not be installed (see above): correct this, then start again.';
  }
  const missing = listMissing(root);
  if (missing.length === 0) writeStamp(root);
  else process.stderr.write(`Some dependencies could not be installed: ${missing.join(', ')}.\n`);
  return undefined;
}

function runNpm(root) {
  const [program, ...first] = findNpm();
  const stopProgress = showProgress('Installing dependencies');
  return new Promise((resolve) => {
    const child = spawn(program, [...first, ...npmArguments], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: program.endsWith('.cmd'),
    });
    let output = '';
    const collect = (chunk) => {
      output += chunk;
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    let signal;
    // npm takes a while to stop; the lock must stay until then.
    const forward = (name) => {
      signal = name;
      child.kill(name);
    };
    const finish = (code, failure = '') => {
      process.off('SIGINT', forward);
      process.off('SIGTERM', forward);
      stopProgress(code === 0);
      resolve({ code, signal, output: output + failure });
    };
    process.on('SIGINT', forward);
    process.on('SIGTERM', forward);
    child.once('error', (error) =>
      finish(1, `npm cannot be run (${error.message}); it comes with Node.js.\n`),
    );
    child.once('close', (code) => finish(code ?? 1));
  });
}

function findNpm() {
  const { npm_execpath: npm = '', npm_node_execpath: node = process.execPath } = process.env;
  if (/npm-cli\.c?js$/.test(npm)) return [node, npm];
  return [process.platform === 'win32' ? 'npm.cmd' : 'npm'];
}

/** Shows the progress: a counter on a terminal, a line now and then elsewhere. */
function showProgress(title) {
  const began = Date.now();
  const seconds = () => Math.round((Date.now() - began) / 1000);
  const { isTTY } = process.stdout;
  const show = () =>
    process.stdout.write(isTTY ? `\r${title} … ${seconds()} s` : `${title} … ${seconds()} s\n`);
  process.stdout.write(isTTY ? `${title} …` : `${title} …\n`);
  const timer = setInterval(show, isTTY ? 1000 : 15_000);
  return (done) => {
    clearInterval(timer);
    process.stdout.write(`${isTTY ? '\r' : ''}${title} … ${done ? 'done' : 'failed'} after ${seconds()} s\n`);
  };
}

/** The lock is a folder, because creating one is atomic. */
async function takeLock(lock) {
  const owner = join(lock, 'pid');
  for (let waiting = false; ; waiting = true) {
    if (makeFolder(lock)) {
      writeFileSync(owner, String(process.pid));
      return () => rmSync(lock, { recursive: true, force: true });
    }
    if (isAbandoned(lock, owner)) rmSync(lock, { recursive: true, force: true });
    else if (!waiting)
      process.stdout.write('Another process is installing the dependencies; waiting for it …\n');
    await sleep(300);
  }
}

function makeFolder(folder) {
  try {
    mkdirSync(folder);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

function isAbandoned(lock, owner) {
  try {
    process.kill(Number(readFileSync(owner, 'utf8')), 0);
    return false;
  } catch (error) {
    if (error.code === 'EPERM') return false;
    // A lock without a process id was just created, unless it is old.
    return (
      error.code !== 'ENOENT' ||
      Date.now() - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? 0) > 10_000
    );
  }
}
