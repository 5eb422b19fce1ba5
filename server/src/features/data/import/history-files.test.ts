import { gzipSync } from 'node:zlib';
import { HOUR_MS } from '@limpid/contract/durations';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { translate } from '../../../platform/texts.ts';
import { openTestApp, type TestApp } from '../../../testing/app.ts';
import { addSite } from '../../../testing/stations.ts';
import { makeUpload, wrapFile } from '../../../testing/upload.ts';
import { openRollUp } from '../../rollup/roll-up.ts';
import { importAs, keepForCentury, makeCsvUpload, makeMappedUpload } from './history-import.fixture.ts';

let test: TestApp;
let requests: ReturnType<typeof importAs>;

beforeAll(async () => {
  test = await openTestApp();
  requests = importAs(test, await test.login());
  await keepForCentury(test);
});
afterAll(() => test.close());

const englishError = (key: string, params = {}) => translate('en', `errors.${key}`, params);
const values = (rows: { values: Record<string, number> }[]) => rows.map((row) => row.values);

describe('a column', () => {
  it('is converted from the unit in its heading, and refused if the unit is unknown', async () => {
    const siteId = await addSite(test, { mn: 'MAP-UNITS' });
    const lines = ['2026-01-01 00:00,0.035,1200,0.5', '2026-01-01 01:00,<0.002,—,NA'];
    const good = makeCsvUpload('time,PM2.5(mg/m³),CO(µg/m³),TEMP(℉)', ...lines);
    const { data } = await requests.preview(good, `siteId=${siteId}`);
    expect(values(data.rows)).toEqual([{ 'PM2.5': 35, CO: 1.2, TEM: -17.5 }, { 'PM2.5': 1 }]);
    const bad = makeCsvUpload('time,PM2.5(furlong),CO', ...lines);
    const { data: shown } = await requests.preview(bad, `siteId=${siteId}&lang=en_US`);
    const reason = englishError('history_import.unit_unknown', { column: 'PM2.5(furlong)', unit: 'furlong' });
    expect(shown.columns[1]).toMatchObject({ channel: 'PM2.5', unit: null, problem: reason });
    const query = `siteId=${siteId}&lang=en_US`;
    await expect(requests.importFile(bad, query)).rejects.toThrow(reason);
    const columns = [{ heading: 'PM2.5(furlong)', use: 'value', channel: 'PM2.5', unit: 'mg/m3' } as const];
    const repaired = makeMappedUpload({ columns }, ['time,PM2.5(furlong),CO', ...lines].join('\n'));
    expect(await requests.importFile(repaired, query)).toMatchObject({ added: 2, failedCount: 0 });
  });

  it.each([
    ['with decimal commas, as the mapping says', { decimal: ',' }, ';', ['0,175', '12,5'], [0.175, 12.5]],
    ['with decimal points, as the mapping says', { decimal: '.' }, ';', ['1,234', '12.5'], [1234, 12.5]],
    ['with quoted decimal commas', {}, ',', ['"0,175"', '"<0,168"'], [0.175, 0.084]],
  ] as const)('is read %s', async (title, mapping, separator, cells, expected) => {
    const siteId = await addSite(test, { mn: `DEC ${title}` });
    const lines = [`time${separator}PM2.5${separator}PM10`, ['2026-10-01 00:00', ...cells].join(separator)];
    const { data } = await requests.preview(makeMappedUpload(mapping, lines.join('\n')), `siteId=${siteId}`);
    expect(values(data.rows)).toEqual([{ 'PM2.5': expected[0], PM10: expected[1] }]);
  });

  it('is refused if its numbers are ambiguous, until the mapping decides', async () => {
    const siteId = await addSite(test, { mn: 'DEC-BOTH' });
    const text = 'time,PM2.5,PM10\n2026-10-01 00:00,7,"1,234"';
    const query = `siteId=${siteId}&lang=en_US`;
    const reason = englishError('history_import.decimal_unknown', { column: 'PM10', text: '1,234' });
    expect((await requests.preview(makeCsvUpload(text), query)).data.columns[2]).toMatchObject({
      problem: reason,
    });
    await expect(requests.importFile(makeCsvUpload(text), query)).rejects.toThrow(reason);
    const { data } = await requests.preview(makeMappedUpload({ decimal: '.' }, text), query);
    expect(values(data.rows)).toEqual([{ 'PM2.5': 7, PM10: 1234 }]);
  });

  it('is not read as nitric oxide if it holds row numbers, and the mapping of the preview can be sent back', async () => {
    const siteId = await addSite(test, { mn: 'MAP-BACK' });
    const text = 'No;time;NO2 [ppb];weather\n1;2026-01-01 00:00;10,5;7\n2;2026-01-01 01:00;20;8';
    const { data } = await requests.preview(
      makeMappedUpload({ referenceTemperature: 20 }, text),
      `siteId=${siteId}`,
    );
    expect(data.columns.map(({ use }) => use)).toEqual(['ignore', 'moment', 'value', 'ignore']);
    const back = await requests.preview(makeMappedUpload(data.mapping, text), `siteId=${siteId}`);
    expect(back.data.rows).toEqual(data.rows);
    expect(data.rows[0]?.values['NO2']).toBeCloseTo((10.5 * 46.006) / 24.055, 4);
  });

  it('loses one bad value without the other values of its row', async () => {
    const siteId = await addSite(test, { mn: 'MAP-PARTLY' });
    const upload = makeCsvUpload('time,PM2.5,PM10', '2026-01-01 00:00,7,99999999', '2026-01-01 01:00,x,8');
    const report = await requests.importFile(upload, `siteId=${siteId}`);
    expect(report).toMatchObject({ added: 2, failedCount: 0, outOfRange: 1 });
    expect(report.failed.map(({ line, name }) => [line, name])).toEqual([[3, 'PM2.5']]);
  });
});

describe('an import of files', () => {
  it('reads a layout with one column per station, and names stations without a site', async () => {
    const siteId = await addSite(test, { mn: 'WIDE-1', zone: 'Europe/Paris' });
    const head = [',W1:CO,WIDE-X:CO', ',Rue A,Rue B', ',W1,WIDE-X', ',CO,CO', ',mg/m3,mg/m3'];
    const text = [...head, '2026-01-01 01:00:00Z,0.175,9', '2026-01-01 02:00:00Z,,9'].join('\n');
    const upload = makeMappedUpload({ sites: { 'Rue A': siteId } }, text);
    const { data } = await requests.preview(upload, 'hourLabel=end');
    expect(data).toMatchObject({ total: 2, failed: 0, skipped: 1, mapping: { firstLine: 6 } });
    expect(data.rows).toMatchObject([{ line: 6, siteId, ts: Date.UTC(2026, 0, 1), values: { CO: 0.175 } }]);
    expect(data.problems).toMatchObject([{ line: 6, column: 'WIDE-X:CO / Rue B / WIDE-X / CO / mg/m3' }]);
  });

  it('reads a layout with one row per parameter hour by hour, in the unit of each row', async () => {
    const siteId = await addSite(test, { mn: 'LONG-1' });
    const lines = [
      '20260101,1,LONG-1,PM2.5,35,ug/m3',
      '20260101,1,LONG-1,CO,1200,ug/m3',
      '20260101,1,LONG-1,AQI,50,',
      '20260101,24,LONG-1,PM2.5,36,ug/m3',
      '20260101,1,LONG-1,PM2.5,99,ug/m3',
      '20260101,1,LONG-1,PM10,99,furlong',
    ];
    const upload = makeCsvUpload('date,hour,station,parameter,value,unit', ...lines);
    const { data } = await requests.preview(upload, 'lang=en_US');
    // Hours from 1 to 24 are labelled by their end.
    expect(data).toMatchObject({ hourLabel: 'end', total: 6, failed: 2, skipped: 1, compared: 2 });
    expect(data.problems.map(({ line }) => line)).toEqual([6, 7]);
    expect(data.parameters).toContainEqual({ name: 'AQI', channel: null });
    expect(await requests.importFile(upload)).toMatchObject({ added: 3, failedCount: 2, skipped: 1 });
    await openRollUp(test.app, test.ingest.directory).run(true);
    const start = Date.UTC(2025, 11, 31, 16);
    const hours = await requests.history(siteId, start, start + 24 * HOUR_MS, 'hour');
    expect(hours.map(({ ts, values: own }) => [ts, own['PM2.5']?.value, own['CO']?.value ?? null])).toEqual([
      [start, 35, 1.2],
      [start + 23 * HOUR_MS, 36, null],
    ]);
  });

  it('reads a layout with one row per parameter and one column per station', async () => {
    const [a, b] = [await addSite(test, { mn: 'BOTH-A' }), await addSite(test, { mn: 'BOTH-B' })];
    const upload = makeCsvUpload(
      'date,hour,type,BOTH-A,BOTH-B',
      '20260101,0,AQI,50,60',
      '20260101,0,PM10,7,8',
    );
    const { data } = await requests.preview(upload);
    expect(data.rows.map((row) => [row.siteId, row.values])).toEqual([
      [a, { PM10: 7 }],
      [b, { PM10: 8 }],
    ]);
    // With two columns of one site, neither may take precedence.
    const text = 'date,hour,type,X,Y\n20260101,0,PM10,7,8';
    const both = makeMappedUpload({ sites: { X: a, Y: a } }, text);
    expect((await requests.preview(both)).data.columns[4]?.problem).toEqual(expect.any(String));
    await expect(requests.importFile(both)).rejects.toThrow();
    expect(
      (await requests.preview(makeMappedUpload({ sites: { X: a, Y: null } }, text))).data.rows,
    ).toMatchObject([{ siteId: a, values: { PM10: 7 } }]);
  });
});

describe('a file', () => {
  const table = 'Température;Date;PM2,5 (µg/m³)\n1,5;31/12/2025 23h00;3,5';
  const latin = Buffer.from(table, 'latin1');
  // 时间,臭氧 in GB 18030.
  const chinese = Buffer.concat([
    Buffer.from('cab1bce42cb3f4d1f50a', 'hex'),
    Buffer.from('2025-12-31 23:00,7'),
  ]);

  it.each([
    ['in Latin-1', latin, { TEM: 1.5, 'PM2.5': 3.5 }],
    ['in UTF-16', Buffer.from(`\ufeff${table}`, 'utf16le'), { TEM: 1.5, 'PM2.5': 3.5 }],
    ['in UTF-8 with a mark', Buffer.from(`\ufeff${table}`), { TEM: 1.5, 'PM2.5': 3.5 }],
    ['in GB 18030', chinese, { O3: 7 }],
    ['with tabs', Buffer.from(table.replaceAll(';', '\t')), { TEM: 1.5, 'PM2.5': 3.5 }],
    ['compressed', gzipSync(table), { TEM: 1.5, 'PM2.5': 3.5 }],
  ])('is read %s', async (title, bytes, expected) => {
    const siteId = await addSite(test, { mn: `FILE ${title}` });
    const { data } = await requests.preview(wrapFile(bytes, 'file', 'x.csv'), `siteId=${siteId}`);
    expect(data.rows).toMatchObject([{ ts: Date.UTC(2025, 11, 31, 15), values: expected }]);
  });

  it('may have times in another zone than the site, or months before days', async () => {
    const siteId = await addSite(test, { mn: 'FILE-ZONE' });
    const upload = makeMappedUpload(
      { zone: 'Europe/Paris', dateOrder: 'mdy' },
      'time,O3\n03/04/2026 1:00 PM,1',
    );
    const { data } = await requests.preview(upload, `siteId=${siteId}`);
    expect(data.rows[0]?.ts).toBe(Date.UTC(2026, 2, 4, 12));
  });

  it.each([
    ['datetime_utc', 'UTC', Date.UTC(2026, 2, 4, 12)],
    ['time (UTC+5:30)', '+05:30', Date.UTC(2026, 2, 4, 6, 30)],
  ])(
    'may name the zone of its times in their heading, and the preview says so: %s',
    async (head, zone, ts) => {
      const siteId = await addSite(test, { mn: `FILE ${zone}` });
      const text = `${head},O3\n2026-03-04 12:00,1`;
      const { data } = await requests.preview(makeCsvUpload(text), `siteId=${siteId}`);
      expect([data.rows[0]?.ts, data.mapping.zone]).toEqual([ts, zone]);
      const again = await requests.preview(makeMappedUpload(data.mapping, text), `siteId=${siteId}`);
      expect(again.data.rows[0]?.ts).toBe(ts);
    },
  );

  it('is refused with the limit if it is too large', async () => {
    const upload = wrapFile(Buffer.alloc(101 * 1024 * 1024, 'x'), 'file', 'big.csv');
    const { code, msg } = await requests.preview(upload, 'lang=en_US');
    expect([code, msg]).toEqual([500, englishError('file.too_large', { name: 'big.csv', megabytes: 100 })]);
  });

  it('is refused if it has daily values, whatever else is wrong', async () => {
    const upload = makeCsvUpload('Date,Daily Mean PM2.5 Concentration', '01/13/2013,24.5');
    const refused = 'Daily values cannot be imported as hours';
    expect((await requests.preview(upload, 'lang=en_US')).data.problem).toBe(refused);
    // Also if the request declares them as hours.
    const siteId = await addSite(test, { mn: 'FILE-DAYS' });
    const asked = `siteId=${siteId}&granularity=hour&lang=en_US`;
    const days = [1, 2, 3].map((day) => new Date(Date.UTC(2026, 0, day)));
    const texts = days.map((day) => `${day.toISOString().slice(0, 10)} 00:00,5`);
    expect((await requests.preview(makeCsvUpload('time,PM2.5', ...texts), asked)).data.problem).toBe(refused);
    for (const count of [1, 3]) {
      const cells = days.slice(0, count).map((day) => [day, 5]);
      const book = await makeUpload(['date', 'PM2.5'], cells);
      expect((await requests.preview(book, asked)).data.problem).toBe(refused);
    }
  });
});
