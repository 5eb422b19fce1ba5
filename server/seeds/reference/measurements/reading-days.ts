import type pg from 'pg';

const remark =
  '30–99999。补报、修正和月报需要最近一个月的数据。Late packets, corrections and monthly reports need the last month. ' +
  'Paquets tardifs, corrections et rapports mensuels ont besoin du dernier mois.';

/** Explains the shortest retention of readings, hours and days; a remark that an administrator has changed stays. */
export async function describeReadingDays(client: pg.PoolClient): Promise<void> {
  await client.query(
    `update sys_config set remark = $1 where remark = '1–99999' and create_by = 'system'
       and config_key in ('data.readingDays', 'data.hourDays', 'data.dayDays')`,
    [remark],
  );
}
