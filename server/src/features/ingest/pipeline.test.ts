import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { soon } from '../../testing/soon.ts';
import { makeReading } from '../reading/reading.fixture.ts';
import type { Reading } from '../reading/reading.ts';
import { openPipeline, type PipelineOptions } from './pipeline.ts';

function databaseError(code: string): pg.DatabaseError {
  return Object.assign(new pg.DatabaseError(code, 0, 'error'), { code });
}

/** A pipeline with a database that behaves as the test requires. */
function open(store: PipelineOptions['store'], options: Partial<PipelineOptions> = {}) {
  const batches: number[][] = [];
  const ends: [site: number, fate: string][] = [];
  const troubles: unknown[] = [];
  const pipeline = openPipeline({
    async store(readings, losses) {
      batches.push(readings.map(({ siteId }) => siteId));
      await store(readings, losses);
    },
    onError: (error) => troubles.push(error),
    ...options,
  });
  const push = (...readings: Reading[]) => {
    for (const reading of readings) pipeline.push(reading, (fate) => ends.push([reading.siteId, fate]));
  };
  return { pipeline, push, batches, ends, troubles };
}

const even = (count: number) => Array.from({ length: count }, (_, index) => makeReading(2 * (index + 1), 1));
const works = () => Promise.resolve();

describe('queued readings', () => {
  it('are written together if they arrive together, and acknowledged afterwards', async () => {
    const gate = Promise.withResolvers<void>();
    const { pipeline, push, batches, ends } = open(() => gate.promise, { batch: 3 });
    push(...even(5));
    await soon(() => batches).toEqual([[2, 4, 6]]);
    push(makeReading(20, 1));
    expect(ends).toEqual([]);
    gate.resolve();
    await soon(() => ends).toHaveLength(6);
    expect(batches).toEqual([
      [2, 4, 6],
      [8, 10, 20],
    ]);
    expect(pipeline.depth).toBe(0);
  });

  it('are never in two batches of one site at the same time', async () => {
    const running = new Set<number>();
    const { push, ends } = open(
      async (readings) => {
        const sites = new Set(readings.map(({ siteId }) => siteId));
        expect([...sites].filter((site) => running.has(site))).toEqual([]);
        for (const site of sites) running.add(site);
        await new Promise((done) => setImmediate(done));
        for (const site of sites) running.delete(site);
      },
      { batch: 2 },
    );
    for (let ts = 0; ts < 40; ts++) push(makeReading(1 + (ts % 4), 1, { ts }));
    await soon(() => ends).toHaveLength(40);
    expect(ends.every(([, fate]) => fate === 'stored')).toBe(true);
  });

  it('become one row if they have the same key, and replaced values are reported', async () => {
    let seen: [values: unknown[], losses: unknown[]] | undefined;
    const { push, ends } = open(async (readings, losses) => {
      seen = [readings.map(({ values }) => values), losses];
    });
    push(makeReading(1, 5, { rank: 2 }), makeReading(1, 6, { rank: 4 }), makeReading(1, 5, { rank: 2 }));
    await soon(() => ends).toHaveLength(3);
    expect(seen).toMatchObject([[[6]], [{ lost: { raw: 5 } }, { lost: { raw: 5 } }]]);
  });
});

describe('an unavailable database', () => {
  const passing = [
    Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }),
    new Error('Connection terminated unexpectedly'),
    ...['57P01', '57014', '40P01', '53100', '55P03', '25006'].map(databaseError),
  ];

  it.each(passing.map((error) => [error.message, error]))(
    'gets the same batch again until it works: %s',
    async (_, error) => {
      let failures = 2;
      const { push, batches, ends, troubles } = open(() =>
        failures-- > 0 ? Promise.reject(error) : works(),
      );
      push(...even(3));
      await soon(() => ends).toHaveLength(3);
      expect(ends.map(([, fate]) => fate)).toEqual(['stored', 'stored', 'stored']);
      expect(batches).toEqual(Array(3).fill([2, 4, 6]));
      expect(troubles).toEqual([error, error]);
    },
  );

  it('refuses only the row that can never be stored', async () => {
    const poison = 26;
    const { push, ends } = open(async (readings) => {
      if (readings.some(({ siteId }) => siteId === poison)) throw databaseError('22003');
    });
    push(...even(50));
    await soon(() => ends).toHaveLength(50);
    expect(ends.filter(([, fate]) => fate === 'refused')).toEqual([[poison, 'refused']]);
  });
});

describe('a full queue', () => {
  it('makes senders wait and notifies them when there is room', async () => {
    const gate = Promise.withResolvers<void>();
    const { pipeline, push, ends } = open(() => gate.promise, { batch: 2, capacity: 4 });
    const turns: boolean[] = [];
    pipeline.onFullChange(() => turns.push(pipeline.full));
    push(...even(3));
    expect([pipeline.full, turns]).toEqual([false, []]);
    push(...even(3));
    expect([pipeline.full, pipeline.depth, turns]).toEqual([true, 6, [true]]);
    gate.resolve();
    await soon(() => ends).toHaveLength(6);
    expect([pipeline.full, pipeline.depth, turns]).toEqual([false, 0, [true, false]]);
  });
});

describe('closing the pipeline', () => {
  it('stores what is queued and refuses more', async () => {
    const { pipeline, push, ends } = open(works, { batch: 1 });
    push(...even(3));
    await pipeline.close();
    expect(ends.map(([, fate]) => fate)).toEqual(['stored', 'stored', 'stored']);
    push(makeReading(1, 1));
    expect(ends.at(-1)).toEqual([1, 'refused']);
  });

  it('does not wait for an unavailable database and acknowledges nothing', async () => {
    const { pipeline, push, ends } = open(() => Promise.reject(databaseError('57P03')), { batch: 2 });
    push(...even(5));
    await pipeline.close();
    expect(ends).toHaveLength(5);
    expect(new Set(ends.map(([, fate]) => fate))).toEqual(new Set(['refused']));
  });
});
