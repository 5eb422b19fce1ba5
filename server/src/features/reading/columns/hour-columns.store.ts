import { minValidSeconds } from '@limpid/aqi/validity';
import { copyOut } from '../../../platform/db/copy-binary.ts';
import type { Connection } from '../../../platform/db/transaction.ts';
import { siteCondition, timestampLiteral } from '../literal.store.ts';
import { numbersSql, type SiteColumns, sitesSql, toColumns } from './site-columns.ts';

/** The valid means of all sites in one hour; NaN where there is none. */
export interface HourColumns extends SiteColumns {
  at: number;
}

/** The hours of all or of some sites that begin at these moments, in no particular order; within a transaction. */
export async function readHourColumns(
  connection: Connection,
  moments: readonly number[],
  slots: readonly number[],
  onHour: (columns: HourColumns) => void,
  siteIds?: readonly number[],
): Promise<void> {
  if (moments.length === 0 || slots.length === 0) return;
  const means = slots.map((slot) =>
    numbersSql(
      `case when c${slot} >= ${minValidSeconds} and a${slot} is not null then a${slot} else 'NaN' end`,
    ),
  );
  // A second process of PostgreSQL doubles the processor time and saves none of the time waited.
  await connection.query('set local max_parallel_workers_per_gather = 0');
  await copyOut(
    connection,
    `select ts, ${[sitesSql, ...means].join(', ')} from reading_hour
     where ts in (${moments.map(timestampLiteral).join(', ')}) ${siteIds ? `and ${siteCondition(siteIds)}` : ''} group by ts`,
    (row) => {
      const at = row.timestamp();
      const [sites, ...items] = [0, ...slots].map(() => row.bytes() ?? Buffer.alloc(0));
      onHour({ at, ...toColumns(sites ?? Buffer.alloc(0), items) });
    },
  );
}
