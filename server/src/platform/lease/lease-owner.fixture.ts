import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import pino from 'pino';
import { readConfig } from '../../config.ts';
import { openBus } from '../bus.ts';
import { openDatabase } from '../db/database.ts';
import { transact } from '../db/transaction.ts';
import { assertLease } from './lease.store.ts';
import { openLease } from './lease.ts';

/*
 * A process that leads, is paused by the test before or within its transaction, and tries to write when it wakes up.
 * Arguments: name of the lease, its duration, `before` or `within`.
 */
const [name = '', duration = '', moment] = process.argv.slice(2);
const durationMs = Number(duration);
const { databaseUrl, zone } = readConfig();
const log = pino({ level: 'silent' });
const connection = { connectionString: databaseUrl };
const { pool } = openDatabase(connection, zone, () => undefined);
const bus = await openBus(connection, pool, log);
const leadership = openLease({ pool, bus, log }, name, { durationMs });

const print = (line: string) => process.stdout.write(`${line}\n`);

/** Returns when the process runs again after a pause. */
async function waitForPause(): Promise<void> {
  const continued = once(process, 'SIGCONT');
  print('ready to be paused');
  await continued;
}

while (!leadership.current()) await wait(10);
const lease = leadership.current();
if (!lease) throw new Error('lost at once');

const write = transact(pool, async (client) => {
  if (moment === 'before') await waitForPause();
  await assertLease(client, lease);
  if (moment === 'within') await waitForPause();
  print(leadership.current() === lease ? 'believes to lead' : 'knows better');
  await client.query('insert into written values ($1)', [lease.fence]);
});
await write.then(
  () => print('has written'),
  (error: Error) => print(`refused: ${error.message}`),
);
process.exit(0);
