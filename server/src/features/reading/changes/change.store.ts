import { DAY_MS } from '@limpid/contract/durations';
import type { Connection } from '../../../platform/db/transaction.ts';

/** Tell these locks from those of others. */
const [siteLock, dayLock] = [7311, 7312];

/** One after the other for those who change values of a site; held until the transaction ends. */
export async function lockSite(client: Connection, siteId: number): Promise<void> {
  await client.query('select pg_advisory_xact_lock($1, $2)', [siteLock, siteId]);
}

/** The same for those who replace blocks of a day: what one of them has read, the other may not replace. */
export async function lockDay(client: Connection, moment: number): Promise<void> {
  await client.query('select pg_advisory_xact_lock($1, $2)', [dayLock, Math.floor(moment / DAY_MS)]);
}
