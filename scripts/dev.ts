import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.ts';

const watched = ['server', 'contract', 'hj212', 'aqi', 'modbus', 'simulator', 'i18n'];
const pollIntervalMs = 400;

/** Paths and modification times of the server's files. Editors often save by replacing a file, which watchers miss. */
function readState(): string {
  return watched
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && /\.(?:ts|json|sql)$/.test(entry.name))
    .map(({ parentPath, name }) => {
      const file = join(parentPath, name);
      return `${file} ${statSync(file, { throwIfNoEntry: false })?.mtimeMs}`;
    })
    .join('\n');
}

function startServer(): ChildProcess {
  const child = spawn(process.execPath, [join(root, 'server/src/main.ts')], { cwd: root, stdio: 'inherit' });
  child.on('exit', () => {
    if (isEnding) return;
    // It was stopped, or it failed to start: then the next change may have fixed it.
    if (isRestarting) server = startServer();
    else console.log('The server has ended; the next change restarts it.');
    isRestarting = false;
  });
  return child;
}

let isEnding = false;
let isRestarting = false;
let state = readState();
/** Restarts the server on every change, also of texts and migrations; the web reloads in place. */
let server = startServer();
const web = spawn(process.execPath, [join(root, 'node_modules/vite/bin/vite.js'), 'web'], {
  cwd: root,
  stdio: 'inherit',
});

const watch = setInterval(() => {
  const now = readState();
  if (now === state) return;
  state = now;
  console.log('Files changed, restarting the server.');
  if (server.exitCode !== null || server.signalCode !== null) server = startServer();
  else {
    isRestarting = true;
    server.kill('SIGTERM');
  }
}, pollIntervalMs);

// Ctrl-C reaches both children as well; this process only waits until they have ended.
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    isEnding = true;
    clearInterval(watch);
  });
}
web.on('exit', () => {
  isEnding = true;
  clearInterval(watch);
  server.kill();
});
