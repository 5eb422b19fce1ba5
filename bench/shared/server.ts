import pino from 'pino';
import { readConfig } from '../../server/src/config.ts';
import { openApp } from '../../server/src/roles/app.ts';
import { startGatewayRole } from '../../server/src/roles/gateway.ts';
import { serveWeb } from '../../server/src/roles/web.ts';
import { startWorker } from '../../server/src/roles/worker.ts';

/**
 * Starts the production server without the request limit per address; with BENCH_ROLES also as gateway and worker, with
 * BENCH_WEB serving the console that was built there.
 */
const config = readConfig(process.env);
const connection = JSON.parse(process.env['BENCH_CONNECTION'] ?? '{}');
const running = await openApp({ config, connection, log: pino({ level: 'error' }), limited: false });
await serveWeb(running.app, process.env['BENCH_WEB']);
await running.app.http.listen({ port: config.port, host: config.host });
const stops = [() => running.close()];
if (process.env['BENCH_ROLES'] === 'all') {
  const gateway = await startGatewayRole(running);
  stops.unshift(startWorker(running), () => gateway.close());
}
process.stdout.write('ready\n');
process.on('SIGTERM', async () => {
  for (const stop of stops) await stop();
  process.exit(0);
});
