// Runs one task for run.mjs, and does not outlive it: should run.mjs be killed, the task is told to stop.
import { pathToFileURL } from 'node:url';

process.on('disconnect', () => {
  process.kill(process.platform === 'win32' ? process.pid : -process.pid, 'SIGTERM');
});
// Being told is no reason to stay alive.
process.channel?.unref();

process.argv.splice(1, 1);
await import(pathToFileURL(process.argv[1]).href);
