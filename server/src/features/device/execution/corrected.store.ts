import { sql } from 'kysely';

/** Whether the platform applies K or B to values of a site (`s`) now, wherever they are to be applied. */
export const isCorrectedNow = sql`exists (
        select from (
          select distinct on (channel_id) k, b from site_coefficient c
          where c.site_id = s.site_id order by channel_id, since desc
        ) as applied where (k, b) <> (1, 0)
      )`;
