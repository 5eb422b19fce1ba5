// The entry of every command of the repository: `node scripts/run.mjs <task> [arguments …]`.
// Plain JavaScript on Node's own modules, because it runs before anything is installed and on an older Node.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { explainNode, findNode } from './find-node.mjs';
import { ensureInstalled } from './install.mjs';
import { watchParents } from './watch-parents.mjs';

const scripts = dirname(fileURLToPath(import.meta.url));
const root = dirname(scripts);
const [task, ...args] = process.argv.slice(2);
// Registered before anything that takes long, because npm may be killed meanwhile.
const isOrphaned = process.env.npm_lifecycle_event ? watchParents() : () => false;

// Only the scripts of package.json are tasks; the other files in this folder are parts of tasks.
const { scripts: commands } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const tasks = Object.values(commands).flatMap((command) => /run\.mjs ([a-z-]+)/.exec(command)?.[1] ?? []);
if (!tasks.includes(task) || !existsSync(join(scripts, `${task}.ts`))) {
  end(`${task ? `There is no task "${task}".` : 'Which task?'} There are: ${tasks.join(', ')}.`);
}

const obstacle = await ensureInstalled(root).catch(
  (error) => `The dependencies cannot be installed (${error.message}).`,
);
if (obstacle) end(obstacle);

const node = findNode(root);
if (!node) end(explainNode());
if (isOrphaned()) end('npm is gone: nothing is started.');
runTask(node);

function runTask(program) {
  const child = spawn(
    program,
    [
      '--disable-warning=ExperimentalWarning',
      join(scripts, 'task.mjs'),
      join(scripts, `${task}.ts`),
      ...args,
    ],
    {
      cwd: root,
      env: withPath(dirname(program), join(root, 'node_modules', '.bin')),
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
      // In its own process group the task receives Ctrl-C only from this process, and so exactly once.
      detached: process.platform !== 'win32',
    },
  );
  child.once('error', (error) => end(`${program} cannot be run (${error.message}).`));
  child.once('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));

  let lastSignal = 0;
  const forward = (signal) => {
    // The terminal sends the signal to npm and to this process, and npm forwards it as well.
    const repeated = Date.now() - lastSignal < 1000;
    lastSignal = Date.now();
    if (!repeated && process.platform !== 'win32') process.kill(-child.pid, signal);
  };
  process.on('SIGINT', () => forward('SIGINT'));
  process.on('SIGTERM', () => forward('SIGTERM'));
  // The terminal was closed.
  process.on('SIGHUP', () => forward('SIGTERM'));
  setInterval(() => isOrphaned() && forward('SIGTERM'), 500).unref();
}

function withPath(...folders) {
  const name = Object.keys(process.env).find((key) => key.toUpperCase() === 'PATH') ?? 'PATH';
  return { ...process.env, [name]: [...folders, process.env[name]].join(delimiter) };
}

function end(line) {
  process.stderr.write(`${line}\n`);
  process.exit(process.exitCode ?? 1);
}
