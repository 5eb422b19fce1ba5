import pino from 'pino';
import { readConfig } from '../../server/src/config.ts';
import { openApp } from '../../server/src/roles/app.ts';
import { serveWeb } from '../../server/src/roles/web.ts';

/** Starts the production server without the request limit per address. */
const config = readConfig(process.env);
const connection = JSON.parse(process.env['BENCH_CONNECTION'] ?? '{}');
const running = await openApp({ config, connection, log: pino({ level: 'error' }), limited: false });
await serveWeb(running.app);
await running.app.http.listen({ port: config.port, host: config.host });
process.stdout.write('ready\n');
process.on('SIGTERM', () => void running.close().then(() => process.exit(0)));
