// Runs one task for run.mjs, and ends with it: if run.mjs is killed, the task receives a stop signal.
import { pathToFileURL } from 'node:url';

process.on('disconnect', () => {
  process.kill(process.platform === 'win32' ? process.pid : -process.pid, 'SIGTERM');
});
// The channel to the parent does not keep the process alive.
process.channel?.unref();

process.argv.splice(1, 1);
await import(pathToFileURL(process.argv[1]).href);
