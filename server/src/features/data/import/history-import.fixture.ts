import type { HistoryImportReport, ImportPreview } from '@limpid/contract/data/history-import';
import type { ImportMapping } from '@limpid/contract/data/import-mapping';
import { MINUTE_MS } from '@limpid/contract/durations';
import type { WorkRow } from '@limpid/contract/work';
import { expect } from 'vitest';
import { parametersChanged } from '../../../platform/parameters.store.ts';
import type { TestApp } from '../../../testing/app.ts';
import { wrapFile } from '../../../testing/upload.ts';

export type HistoryUpload = ReturnType<typeof wrapFile>;

export function makeCsvUpload(...lines: string[]): HistoryUpload {
  return wrapFile(Buffer.from(lines.join('\n')), 'file', 'rows.csv');
}

/** Sets a retention of a century, so that files of any year can be imported. */
export async function keepForCentury({ app }: TestApp): Promise<void> {
  await app.pool.query(
    `update sys_config set config_value = '36000' where config_key in ('data.readingDays', 'data.hourDays')`,
  );
  await app.bus.publish(parametersChanged);
}

/** A file with its mapping. */
export function makeMappedUpload(
  mapping: ImportMapping,
  content: Uint8Array | string,
  name = 'rows.csv',
): HistoryUpload {
  return wrapFile(Buffer.from(content), 'file', name, { mapping });
}

interface Cell {
  value: number | null;
  edited?: true;
  imported?: true;
  raw?: number | null;
  outOfRange?: number;
}

interface HistoryRow {
  ts: number;
  values: Record<string, Cell>;
}

const maxWaitMs = 10 * MINUTE_MS;

/** The requests of an import by one user. */
export function importAs(test: TestApp, token: string) {
  async function preview(upload: HistoryUpload, query = '', as = token) {
    const path = `/data/history/import/preview?${query}`;
    const { body } = await test.send('POST', path, { token: as, ...upload });
    return body as typeof body & { data: ImportPreview; field?: string };
  }

  async function importFile(upload: HistoryUpload, query = ''): Promise<HistoryImportReport> {
    const { body } = await test.send('POST', `/data/history/import?${query}`, { token, ...upload });
    if (body.code !== 200) throw new Error(body.msg);
    const { id } = body['data'] as { id: string };
    const read = async () =>
      (await test.send('GET', `/common/work/${id}`, { token })).body['data'] as WorkRow;
    await expect
      .poll(async () => (await read()).state, { timeout: maxWaitMs, interval: 20 })
      .not.toBe('running');
    const work = await read();
    expect(work.problem).toBeNull();
    expect(work.fileName).toMatch(/xlsx$/);
    return work.report as HistoryImportReport;
  }

  /** All pages, in the order of time. */
  async function history(siteId: number, from: number, to: number, granularity = 'minute') {
    const rows: HistoryRow[] = [];
    for (let before: number | null | undefined; before !== null; ) {
      const page = before === undefined ? '' : `&before=${before}`;
      const query = `siteId=${siteId}&granularity=${granularity}&from=${from}&to=${to}&raw=true&pageSize=1000${page}`;
      const { body } = await test.send('GET', `/data/history/list?${query}`, { token });
      const data = body['data'] as { rows: HistoryRow[]; next: number | null };
      rows.push(...data.rows);
      before = data.next;
    }
    return rows.toReversed();
  }

  return { preview, importFile, history };
}
