import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { ImportMapping } from '@limpid/contract/data/import-mapping';
import { HOUR_MS } from '@limpid/contract/durations';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { translate } from '../../../platform/texts.ts';
import { openTestApp, type TestApp } from '../../../testing/app.ts';
import { addSite } from '../../../testing/stations.ts';
import { wrapFile } from '../../../testing/upload.ts';
import { openRollUp } from '../../rollup/roll-up.ts';
import { importAs, keepForCentury, makeMappedUpload } from './history-import.fixture.ts';

const folder = new URL('../../../../../../shared/data/air/', import.meta.url);
/** `npm run soak` imports complete files, `npm test` their first hours. */
const isWhole = process.env['WHOLE_FILES'] === 'on';
const timeoutMs = 1_200_000;

const nameOf = (file: string) =>
  existsSync(new URL(file, folder)) ? file : `${file} (skipped: no ../shared beside the repository)`;
const isMissing = (file: string) => !existsSync(new URL(file, folder));
const readLines = (file: string) => {
  const text = gunzipSync(readFileSync(new URL(file, folder))).toString('utf8');
  return text.split(/\r?\n/).filter((line) => line !== '');
};

let test: TestApp;
let requests: ReturnType<typeof importAs>;

beforeAll(async () => {
  test = await openTestApp();
  requests = importAs(test, await test.login());
  await keepForCentury(test);
});
afterAll(() => test.close());

let siteCount = 0;

const compass = 'N NNE NE ENE E ESE SE SSE S SSW SW WSW W WNW NW NNW'.split(' ');

/** The values in a file by site, start of the hour and channel. */
type Expected = Map<number, Map<number, Record<string, number>>>;

function expectValue(
  expected: Expected,
  siteId: number,
  ts: number,
  channel: string,
  text: string | undefined,
  factor = 1,
) {
  if (text === undefined || text === '' || text === 'NA') return;
  const site = expected.get(siteId) ?? new Map<number, Record<string, number>>();
  expected.set(siteId, site);
  const hour = site.get(ts) ?? {};
  site.set(ts, hour);
  hour[channel] = Number(text) / factor;
}

async function addSites(names: readonly string[], zone: string): Promise<Record<string, number>> {
  const sites: Record<string, number> = {};
  for (const name of names) sites[name] = await addSite(test, { mn: `NET-${++siteCount}`, zone });
  return sites;
}

/** Imports lines with a mapping, and compares every hour of every site with the lines. */
async function importAndCompare(
  lines: readonly string[],
  mapping: ImportMapping,
  query: string,
  expected: Expected,
) {
  const started = performance.now();
  const report = await requests.importFile(makeMappedUpload(mapping, lines.join('\r\n')), query);
  const imported = performance.now();
  await openRollUp(test.app, test.ingest.directory).run(true);
  const rolledUp = performance.now();
  let [hours, outOfRange] = [0, 0];
  for (const [siteId, site] of expected) {
    const times = [...site.keys()];
    const stored = await requests.history(
      siteId,
      times.reduce((a, b) => Math.min(a, b)),
      times.reduce((a, b) => Math.max(a, b)) + HOUR_MS,
      'hour',
    );
    const wrong = stored.filter(({ ts, values }) => {
      const wanted = Object.entries(site.get(ts) ?? {});
      // A number out of range is kept beside a value that does not count.
      const numberOf = (channel: string) => values[channel]?.value ?? values[channel]?.outOfRange;
      const found = Object.keys(values).filter((channel) => numberOf(channel) !== undefined);
      outOfRange += found.filter((channel) => values[channel]?.value === null).length;
      // Values are stored as `real` and returned with seven significant digits.
      const isSame = ([channel, value]: [string, number]) =>
        Math.abs((numberOf(channel) ?? Number.NaN) - value) <= Math.abs(value) * 1e-6 + 1e-9;
      return wanted.length !== found.length || !wanted.every(isSame);
    });
    expect(wrong.slice(0, 3).map((row) => [row, site.get(row.ts)])).toEqual([]);
    expect(stored.length).toBe(site.size);
    hours += site.size;
  }
  expect(report.outOfRange).toBe(outOfRange);
  if (isWhole) {
    const seconds = (from: number, to: number) => ((to - from) / 1000).toFixed(1);
    process.stdout.write(
      `${lines.length} lines, ${hours} hours of sites: imported in ${seconds(started, imported)} s, rolled up in ${seconds(imported, rolledUp)} s\n`,
    );
  }
  return report;
}

const cnemc = 'cnemc_beijing12_hourly_2024.csv.gz';
const uci = 'uci_prsa_beijing12_hourly_2016-03_2017-02.csv.gz';
const epa = 'epa_pm25_daily_aqi_seattle_2013.csv.gz';

describe('the history of a network', () => {
  it.skipIf(isMissing(cnemc))(
    `is imported value by value: ${nameOf(cnemc)}`,
    { timeout: timeoutMs },
    async () => {
      const [head = '', ...all] = readLines(cnemc);
      const lines = isWhole ? all : all.slice(0, 12 * 30).filter((line) => /,100[34]A,/.test(line));
      const columns = head.split(',');
      const channels = { pm2_5: 'PM2.5', pm10: 'PM10', so2: 'SO2', no2: 'NO2', co: 'CO', o3_1h: 'O3' };
      const sites = await addSites(
        [...new Set(lines.map((line) => line.split(',')[1] ?? ''))],
        'Asia/Shanghai',
      );
      const expected: Expected = new Map();
      for (const line of lines) {
        // Pollutants may be listed in quotes.
        const cells = line.replace(/"[^"]*"/g, '').split(',');
        const end = Date.parse(`${cells[0]?.replace(' ', 'T')}+08:00`);
        for (const [heading, channel] of Object.entries(channels))
          expectValue(
            expected,
            sites[cells[1] ?? ''] ?? 0,
            end - HOUR_MS,
            channel,
            cells[columns.indexOf(heading)],
          );
      }
      const mapping: ImportMapping = {
        sites,
        columns: [
          { heading: 'time', use: 'moment' },
          { heading: 'station_code', use: 'site' },
          ...Object.entries(channels).map(([heading, channel]) => {
            const unit = channel === 'CO' ? 'mg/m³' : 'µg/m³';
            return { heading, use: 'value' as const, channel, unit };
          }),
        ],
      };
      const report = await importAndCompare([head, ...lines], mapping, 'hourLabel=end', expected);
      expect(report.added + report.failedCount).toBe(lines.length);
    },
  );

  it.skipIf(isMissing(uci))(
    `is imported value by value: ${nameOf(uci)}`,
    { timeout: timeoutMs },
    async () => {
      const [head = '', ...all] = readLines(uci);
      const stations = [...Map.groupBy(all, (line) => line.split(',').at(-1) ?? '')].slice(
        0,
        isWhole ? 12 : 2,
      );
      const lines = stations.flatMap(([, own]) => (isWhole ? own : own.slice(0, 60)));
      const columns = head.split(',');
      const sites = await addSites(
        stations.map(([name]) => name),
        'Asia/Shanghai',
      );
      const channels = {
        'PM2.5': 'PM2.5',
        PM10: 'PM10',
        SO2: 'SO2',
        NO2: 'NO2',
        O3: 'O3',
        TEMP: 'TEM',
        WSPM: 'WS',
      };
      const expected: Expected = new Map();
      for (const line of lines) {
        const cells = line.split(',');
        const cell = (heading: string) => cells[columns.indexOf(heading)] ?? '';
        const number = (heading: string) => Number(cell(heading));
        const ts = Date.UTC(number('year'), number('month') - 1, number('day'), number('hour') - 8);
        const siteId = sites[cell('station')] ?? 0;
        for (const [heading, channel] of Object.entries(channels))
          expectValue(expected, siteId, ts, channel, cell(heading));
        expectValue(expected, siteId, ts, 'CO', cell('CO'), 1000);
        expectValue(expected, siteId, ts, 'PRES', cell('PRES'), 10);
        const point = compass.indexOf(cell('wd'));
        if (point >= 0) expectValue(expected, siteId, ts, 'WD', String(point * 22.5));
      }
      const value = (heading: string, channel: string, unit?: string) =>
        ({ heading, use: 'value', channel, ...(unit && { unit }) }) as const;
      const mapping: ImportMapping = {
        sites,
        columns: [
          ...Object.entries(channels).map(([heading, channel]) => value(heading, channel)),
          value('CO', 'CO', 'µg/m³'),
          value('PRES', 'PRES', 'hPa'),
          value('wd', 'WD'),
        ],
      };
      const report = await importAndCompare([head, ...lines], mapping, '', expected);
      expect(report.added + report.failedCount).toBe(lines.length);
    },
  );

  for (const { file, channel, unit, form } of [
    { file: 'airparif_2024_CO.csv.gz', channel: 'CO', unit: 'mg/m³', form: 'as it is' },
    { file: 'airparif_2024_CO.csv.gz', channel: 'CO', unit: 'mg/m³', form: 'with decimal commas' },
    { file: 'airparif_2024_NOX.csv.gz', channel: 'NOx', unit: 'µg/m³', form: 'as it is' },
  ] as const) {
    const title = `is taken over value by value, ${form}: ${nameOf(file)}`;
    it.skipIf(isMissing(file))(title, { timeout: timeoutMs }, async () => {
      const all = readLines(file);
      const lines = isWhole ? all : all.slice(0, 6 + 48);
      const stations = (lines[1]?.split(',').slice(1) ?? []).map((name, index) => ({ name, index }));
      // Argenteuil has a negative number on the second day.
      const some = stations.filter(({ name, index }) => isWhole || index < 4 || name === 'ARGENTEUIL');
      const names = some.map(({ name }) => name);
      const sites = await addSites(names, 'Europe/Paris');
      const expected: Expected = new Map();
      for (const line of lines.slice(6)) {
        const [time = '', ...cells] = line.split(',');
        const ts = Date.parse(time.replace(' ', 'T')) - HOUR_MS;
        for (const { name, index } of some)
          expectValue(expected, sites[name] ?? 0, ts, channel, cells[index]);
      }
      const hours = [...expected.values()].flatMap((site) => [...site.values()]);
      const columns = some.map(({ name, index }) => {
        const siteId = sites[name] ?? 0;
        return { column: index + 2, use: 'value', channel, unit, siteId } as const;
      });
      const isFrench = form === 'with decimal commas';
      // The same table as a French spreadsheet saves it.
      const french = lines.map((line) => line.replaceAll(',', ';').replace(/(?<=;\d*)\.(?=\d)/g, ','));
      const mapping: ImportMapping = isFrench
        ? { sites, decimal: ',' }
        : { columns: [{ column: 1, use: 'moment' }, ...columns], zone: 'UTC' };
      const report = await importAndCompare(isFrench ? french : lines, mapping, 'hourLabel=end', expected);
      expect(report.failedCount).toBe(0);
      // Concentrations are never negative: these numbers are kept and do not count.
      expect(report.outOfRange).toBe(hours.filter((hour) => (hour[channel] ?? 0) < 0).length);
    });
  }

  it.skipIf(isMissing(epa))(`is refused if it has daily values: ${nameOf(epa)}`, async () => {
    const siteId = await addSite(test, { mn: 'NET-EPA' });
    const upload = wrapFile(readFileSync(new URL(epa, folder)), 'file', epa);
    const { data } = await requests.preview(upload, `siteId=${siteId}&lang=en_US`);
    expect(data.problem).toBe(translate('en', 'errors.history_import.daily'));
    const columns = [{ heading: 'Daily Mean PM2.5 Concentration', use: 'value', channel: 'PM2.5' } as const];
    const asked = makeMappedUpload({ columns }, readLines(epa).join('\n'), epa);
    expect((await requests.preview(asked, `siteId=${siteId}&lang=en_US`)).data.problem).toBe(data.problem);
  });
});
