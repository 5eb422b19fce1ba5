import { DAY_MS } from '@limpid/contract/durations';
import type { Connection } from '../../../platform/db/transaction.ts';

/** Namespaces of these advisory locks. */
const [siteLock, dayLock] = [7311, 7312];

/** Serialises changes of a site's values; held until the transaction ends. */
export async function lockSite(client: Connection, siteId: number): Promise<void> {
  await client.query('select pg_advisory_xact_lock($1, $2)', [siteLock, siteId]);
}

/** Serialises replacements of a day's blocks, so that no transaction replaces a block that another has read. */
export async function lockDay(client: Connection, moment: number): Promise<void> {
  await client.query('select pg_advisory_xact_lock($1, $2)', [dayLock, Math.floor(moment / DAY_MS)]);
}
