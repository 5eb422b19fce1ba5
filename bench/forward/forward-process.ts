import pino from 'pino';
import { readConfig } from '../../server/src/config.ts';
import { startForwarding } from '../../server/src/features/forward/delivery/forward.job.ts';
import { openApp } from '../../server/src/roles/app.ts';

/** Forwards and does nothing else, so that its memory is that of forwarding. */
const config = readConfig(process.env);
const connection = JSON.parse(process.env['BENCH_CONNECTION'] ?? '{}');
const running = await openApp({ config, connection, log: pino({ level: 'error' }) });
const stop = startForwarding(running.app, running.services);
process.stdout.write('ready\n');
process.on('SIGTERM', async () => {
  await stop();
  await running.close();
  process.exit(0);
});
