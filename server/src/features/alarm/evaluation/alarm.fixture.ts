import { DAY_MS, HOUR_MS } from '@limpid/contract/durations';
import type { TestApp } from '../../../testing/app.ts';
import { testDay } from '../../../testing/clock.ts';
import { packetKind, type Reading } from '../../reading/reading.ts';
import type { Announcement } from './evaluation-writer.ts';
import { type Evaluator, openEvaluator } from './evaluator.ts';
import { openSignalSources } from './signal-sources.ts';

/** The evaluation as the worker runs it, called step by step. */
export function makeEvaluator(
  { app, services, ingest }: TestApp,
  announce: (announcement: Announcement) => Promise<void> = () => Promise.resolve(),
): Evaluator {
  const { directory, latestOf } = ingest;
  const sources = openSignalSources(app, { ...services, directory, latestOf });
  return openEvaluator({ app, watch: services.alarmWatch, sources, announce });
}

/** Evaluates everything that is queued or due. */
export async function evaluateAll(evaluator: Evaluator): Promise<void> {
  while (await evaluator.runInputs());
  await evaluator.runStates();
  await evaluator.runFresh();
}

/** Adds a rule with the given columns and makes every part of the process know it. */
export async function addRule(test: TestApp, facts: Record<string, unknown>): Promise<number> {
  const row = {
    rule_name: `rule ${Math.random()}`,
    alarm_type: 'limit',
    severity: 'major',
    target: 'deviceType',
    device_type_id: 1,
    dept_id: 100,
    basis: 'minute',
    compare: 'gt',
    // Older than all values of a test.
    create_time: new Date(testDay - 60 * DAY_MS),
    ...facts,
  };
  const columns = Object.keys(row);
  const { rows } = await test.app.pool.query<{ rule_id: number }>(
    `insert into alarm_rule (${columns.join(', ')}) values (${columns.map((_, index) => `$${index + 1}`).join(', ')})
     returning rule_id`,
    Object.values(row),
  );
  await test.services.alarmWatch.refresh();
  return rows[0]?.rule_id ?? 0;
}

/** The id and slot of a channel. */
export function findTestChannel(test: TestApp, code: string): { channelId: number; slot: number } {
  const found = test.ingest.directory.channels().find((channel) => channel.code === code);
  if (!found) throw new Error(`no channel ${code}`);
  return found;
}

export function makeValueReading(
  siteId: number,
  slot: number,
  ts: number,
  value: number | null,
  kind: Reading['kind'] = packetKind.minute,
): Reading {
  const hour = ts - (ts % HOUR_MS);
  return { siteId, kind, ts, hour, rank: ts, slots: [slot], values: [value], marks: [] };
}

/** Stores one reading through the pipeline, as a station's packet. */
export function storeValue(
  test: TestApp,
  siteId: number,
  slot: number,
  ts: number,
  value: number,
  kind?: Reading['kind'],
): Promise<void> {
  return new Promise((done, refuse) => {
    const reading = makeValueReading(siteId, slot, ts, value, kind);
    test.ingest.pipeline.push(reading, (fate) => (fate === 'stored' ? done() : refuse(new Error(fate))));
  });
}

export interface LogRow {
  raised: number;
  ended: number | null;
  reason: string | null;
  type: string;
  peak: number | null;
  historical: boolean;
  repeats: number;
}

/** The alarms of a site, with times as minutes after `zero`. */
export async function listLog(test: TestApp, siteId: number, zero: number): Promise<LogRow[]> {
  const minutes = (column: string) =>
    `round((extract(epoch from ${column}) - ${zero / 1000})::numeric / 60, 2)::float8`;
  const { rows } = await test.app.pool.query<LogRow>(
    `select ${minutes('raised_at')} as raised, ${minutes('ended_at')} as ended, end_reason as reason,
       alarm_type as type, peak, historical, repeats
     from alarm_log where site_id = $1 order by raised_at, alarm_id`,
    [siteId],
  );
  return rows;
}
