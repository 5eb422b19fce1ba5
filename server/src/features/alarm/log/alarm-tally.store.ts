import type pg from 'pg';

/** Replaces the differences of each group by their sum. Rows that another process sums up at the moment are left to it. */
export async function foldTally(pool: pg.Pool): Promise<void> {
  await pool.query(`
    with several as (
      select dept_id, state, severity, alarm_type from alarm_tally group by 1, 2, 3, 4 having count(*) > 1),
    taken as (
      select t.ctid from alarm_tally t join several using (dept_id, state, severity, alarm_type)
      for update of t skip locked),
    removed as (delete from alarm_tally where ctid in (select ctid from taken) returning *)
    insert into alarm_tally
    select dept_id, state, severity, alarm_type, sum(count) from removed group by 1, 2, 3, 4 having sum(count) <> 0`);
}
