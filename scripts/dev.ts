import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { root } from './root.ts';

const watched = ['server', 'contract', 'hj212', 'aqi', 'i18n'];

/** The server restarts on every change, of texts and migrations too; the web reloads in place. */
const server = spawn(
  process.execPath,
  [
    ...watched.map((folder) => `--watch-path=${join(root, folder)}`),
    '--watch-preserve-output',
    join(root, 'server/src/main.ts'),
  ],
  { cwd: root, stdio: 'inherit' },
);
const web = spawn(process.execPath, [join(root, 'node_modules/vite/bin/vite.js'), 'web'], {
  cwd: root,
  stdio: 'inherit',
});

// Ctrl-C reaches both of them as well; this process only waits until they have ended.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => {});
server.on('exit', () => web.kill());
web.on('exit', () => server.kill());
