import { MINUTE_MS } from '@limpid/contract/durations';
import { floorToHour } from '@limpid/contract/local-time';
import type { TestApp } from '../../testing/app.ts';
import { soon } from '../../testing/soon.ts';
import { storeTestReadings } from '../../testing/stations.ts';
import { type Mark, packetKind, type Reading } from '../reading/reading.ts';
import { openRollUp } from '../rollup/roll-up.ts';

interface Steps {
  siteId: number;
  zone?: string;
  from: number;
  to: number;
  /** Milliseconds from one reading to the next; ten minutes by default. */
  step?: number;
  kind?: Reading['kind'];
  /** The values of slots 1, 2 … at a moment; null for one that was sent and is not valid. */
  values: (at: number) => (number | null)[];
}

/** Stores readings at a fixed interval. */
export async function storeSteps(test: TestApp, steps: Steps): Promise<void> {
  const { siteId, zone = 'Asia/Shanghai', from, to, step = 10 * MINUTE_MS, kind = packetKind.minute } = steps;
  const readings: Reading[] = [];
  for (let ts = from; ts < to; ts += step) {
    const values = steps.values(ts);
    const slots = values.map((_, index) => index + 1);
    const marks = values.flatMap((value, index): Mark[] =>
      value === null ? [{ slot: index + 1, flag: 'D', bits: 0, raw: 1, rank: null }] : [],
    );
    readings.push({ siteId, kind, ts, hour: floorToHour(ts, zone), rank: ts * 2, slots, values, marks });
  }
  await storeTestReadings(test, readings);
}

/** Rolls up all hours and days, including the running hour. */
export async function rollUp(test: TestApp): Promise<void> {
  await openRollUp(test.app, test.ingest.directory).run(true);
}

/** Sets the clock to a moment; earlier sessions may expire. */
export function setClock({ clock }: TestApp, moment: string): void {
  clock.advance((Date.parse(moment) - clock.now().getTime()) / MINUTE_MS);
}

/** The lines of an export as CSV, the heading first. */
export async function readExportedLines(
  { send }: TestApp,
  token: string,
  path: string,
  query: object,
): Promise<string[]> {
  const { body } = await send('POST', path, { token, json: { ...query, format: 'csv' } });
  const { id } = Object(body['data']) as { id: string };
  const work = async () => (await send('GET', `/common/work/${id}`, { token })).body['data'];
  await soon(work).toMatchObject({ state: 'done' });
  const { bytes } = await send('GET', `/common/work/${id}/file`, { token });
  return bytes.toString('utf8').trim().split(/\r?\n/);
}
