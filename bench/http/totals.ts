import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultZone } from '@limpid/contract/zone';
import { openDatabase } from '../../server/src/platform/db/database.ts';
import { startEmbedded } from '../../server/src/platform/embedded/embedded.ts';
import { prepareDatabase } from '../../server/src/roles/prepare.ts';
import { type Figures, measure } from '../shared/percentiles.ts';
import { requestBytes, requestJson, startServerProcess } from './requests.ts';

export interface TotalFigures {
  rows: number;
  /** Counting all rows by plain SQL. */
  count: Figures;
  /** The first page with its total over HTTP. */
  page: Figures;
  /** The total that the pages reported, and how many of a hundred marked it as an estimate. */
  totals: number[];
  estimated: number;
}

const password = 'Correct-horse-1';
const sizes = [10_000, 100_000, 200_000, 500_000, 1_000_000];
const [calls, warmUp] = [100, 5];

/** Measures when the total of a list becomes an estimate: totals are exact where counting takes up to 20 ms. */
export async function measureTotals(): Promise<TotalFigures[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'limpid-bench-'));
  const embedded = await startEmbedded({ dataDir });
  await prepareDatabase(embedded.connection, { adminPassword: password, demo: false }, () => {});
  const { pool, close } = openDatabase(embedded.connection, defaultZone, () => undefined);
  const server = await startServerProcess(dataDir, embedded.connection);
  const readPage = async (token: string): Promise<{ total: number; estimated?: boolean }> =>
    JSON.parse(String(await requestBytes('GET', '/system/post/list?pageSize=20', token)));
  try {
    const { token } = await requestJson('POST', '/login', undefined, { username: 'admin', password });
    const measured: TotalFigures[] = [];
    let stored = 0;
    for (const rows of sizes) {
      await pool.query(
        `insert into sys_post (post_code, post_name, post_sort)
         select 'code-' || n, 'post ' || n, n % 100 from generate_series(${stored + 1}, ${rows}) n`,
      );
      stored = rows;
      await pool.query('vacuum analyze sys_post');
      const count = await measure(() => pool.query('select count(*) from sys_post'), calls, warmUp);
      const pages: { total: number; estimated?: boolean }[] = [];
      const page = await measure(async () => pages.push(await readPage(token)), calls, warmUp);
      const first = pages.slice(warmUp, warmUp + calls);
      measured.push({
        rows,
        count,
        page,
        totals: [...new Set(first.map(({ total }) => total))],
        estimated: first.filter((one) => one.estimated).length,
      });
    }
    return measured;
  } finally {
    await server.stop();
    await close();
    await embedded.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
