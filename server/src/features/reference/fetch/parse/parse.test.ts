import { describe, expect, it } from 'vitest';
import { makeWordReader } from '../../published-words.ts';
import { decodeBody } from './decode-body.rule.ts';
import { type Mapping, makeMapping } from './mapping.rule.ts';
import { parseLocations, parseSensorHours } from './openaq.ts';
import { parsePublication } from './parse-publication.ts';
import { readPublishedTime } from './read-time.ts';
import { unitFactor } from './unit.rule.ts';

const now = Date.parse('2026-04-15T01:20Z');
const eight = Date.parse('2026-04-15T00:00Z');
const options = { now, codePrefix: '', readLevel: makeWordReader('level') };

const noFields = {
  rowsPath: null,
  codeField: null,
  nameField: null,
  cityField: null,
  provinceField: null,
  longitudeField: null,
  latitudeField: null,
  timeField: null,
  zone: 'Asia/Shanghai',
  hourLabel: 'end',
  missing: null,
  pollutants: [],
};
const cnemc = makeMapping({ ...noFields, kind: 'cnemc' });
const any: Mapping = makeMapping({
  ...noFields,
  kind: 'json',
  rowsPath: 'data.list',
  codeField: 'id',
  timeField: 'at',
  missing: '-99, n.a.',
  pollutants: [{ pollutant: 'pm25', field: 'v.pm', unit: 'µg/m³' }],
});

const station = (changes: object = {}) => ({
  StationCode: '1001A',
  PositionName: '万寿西宫',
  Area: '北京市',
  TimePoint: `/Date(${eight})/`,
  Longitude: '116.3621',
  Latitude: '39.8784',
  AQI: '105',
  Quality: '轻度污染',
  PrimaryPollutant: '颗粒物(PM10)',
  PM2_5: '57',
  PM10: '131',
  SO2: '<3',
  NO2: '—',
  CO: '1.0',
  O3: 'NA',
  ...changes,
});
const row = (value: unknown, at: unknown = '2026-04-15 08:00:00', id: unknown = 'A') => ({
  id,
  at,
  v: { pm: value },
});
const parseAny = (list: unknown[]) => parsePublication({ data: { list } }, any, options);
const problemOf = (work: () => unknown) => {
  try {
    return work();
  } catch (error) {
    const { reason, detail } = Object(error);
    return { reason, detail };
  }
};

describe('a published time', () => {
  it.each([
    ['.NET', '/Date(1776211200000)/'],
    ['.NET with an offset', '/Date(1776211200000+0800)/'],
    ['epoch seconds', 1_776_211_200],
    ['epoch seconds as text', '1776211200'],
    ['epoch milliseconds', 1_776_211_200_000],
    ['ISO in UTC', '2026-04-15T00:00:00Z'],
    ['ISO with an offset', '2026-04-15T08:00:00+08:00'],
    ['a wall clock of the zone', '2026-04-15 08:00:00'],
    ['a wall clock without seconds', '2026/4/15 8:00'],
    ['a wall clock with T', '2026-04-15T08:00:00'],
  ])('is read from %s', (_, value) => {
    expect(readPublishedTime(value, 'Asia/Shanghai')).toBe(eight);
  });

  it.each([null, '', '—', 'yesterday', {}, 0, Number.NaN])('is not read from %j', (value) => {
    expect(readPublishedTime(value, 'Asia/Shanghai')).toBeUndefined();
  });
});

describe('a published value', () => {
  it.each([
    ['57', 57],
    [57.25, 57.25],
    [' 57 ', 57],
    ['NaN', null],
    ['<3', 1.5],
    ['—', null],
    ['NA', null],
    ['', null],
    [null, null],
    ['-99', null],
    [-99, null],
    ['n.a.', null],
    [0, 0],
  ])('%j is stored as %j', (value, stored) => {
    const { rows, skips } = parseAny([row(value)]);
    expect(rows[0]?.amounts).toEqual({ pm25: stored });
    expect(skips.size).toBe(0);
  });

  it.each(['many', '-4', 10_001, true])('%j is left out and counted', (value) => {
    const { rows, skips } = parseAny([row(value), row(5, undefined, 'B')]);
    expect(rows.map(({ amounts }) => amounts.pm25)).toEqual([undefined, 5]);
    expect([...skips]).toEqual([['badValue', 1]]);
  });

  it.each([
    ['o3', 'ppb', 10, 19.62],
    ['no2', 'ppm', 0.01, 18.8],
    ['so2', 'ppb', 2, 5.238],
    ['so2', 'mg/m³', 0.02, 20],
    ['co', 'ppm', 1, 1.145],
    ['co', 'ppb', 1000, 1.145],
    ['co', 'µg/m³', 800, 0.8],
    ['co', 'mg/m³', 0.8, 0.8],
    ['pm25', 'mg/m³', 0.035, 35],
  ] as const)('of %s in %s is converted', (pollutant, unit, value, stored) => {
    const mapping = { ...any, pollutants: [{ pollutant, field: 'v.pm', unit }] };
    const { rows } = parsePublication({ data: { list: [row(value)] } }, mapping, options);
    expect(rows[0]?.amounts[pollutant]).toBeCloseTo(stored, 6);
  });

  it('of particles has no unit of volume', () => {
    expect(unitFactor('pm25', 'ppb')).toBeUndefined();
    expect(unitFactor('pm10', 'ppm')).toBeUndefined();
  });
});

describe('an hour', () => {
  it.each([
    ['end', eight],
    ['start', eight + 3_600_000],
  ] as const)('labelled by its %s is known by its end', (hourLabel, releasedAt) => {
    const { rows } = parsePublication({ data: { list: [row(1)] } }, { ...any, hourLabel }, options);
    expect(rows[0]?.releasedAt).toBe(releasedAt);
  });

  it.each([
    ['no code', row(1, undefined, '—'), 'noCode'],
    ['a code that is too long', row(1, undefined, 'x'.repeat(40)), 'noCode'],
    ['no time', row(1, 'soon'), 'noTime'],
    ['half an hour', row(1, '2026-04-15 08:30'), 'notFullHour'],
    ['an hour of tomorrow', row(1, '2026-04-16 08:00'), 'future'],
  ])('with %s is skipped, and the others are kept', (_, bad, reason) => {
    const { rows, skips, read } = parseAny([bad, row(7, undefined, 'B')]);
    expect(rows.map(({ stationCode }) => stationCode)).toEqual(['B']);
    expect([...skips, read]).toEqual([[reason, 1], 2]);
  });

  it('is skipped if the clock of the source shows its time twice, unless the text has an offset', () => {
    const paris = { ...any, zone: 'Europe/Paris' };
    const list = ['02:00', '02:00+02:00', '02:00+01:00', '03:00'].map((time) => row(1, `2025-10-26 ${time}`));
    const autumn = { ...options, now: Date.parse('2025-10-26T06:00Z') };
    const { rows, skips } = parsePublication({ data: { list } }, paris, autumn);
    expect(rows.map(({ releasedAt }) => new Date(releasedAt).getUTCHours())).toEqual([0, 1, 2]);
    expect([...skips]).toEqual([['repeatedTime', 1]]);
  });

  it('that has several rows becomes one', () => {
    const both: Mapping = {
      ...any,
      pollutants: [...any.pollutants, { pollutant: 'pm10', field: 'v.ten', unit: 'µg/m³' }],
    };
    const list = [row(5), { ...row(null), v: { ten: 9 } }];
    const { rows } = parsePublication({ data: { list } }, both, options);
    expect(rows.map(({ amounts }) => amounts)).toEqual([{ pm25: 5, pm10: 9 }]);
  });
});

describe('the field set of the national network', () => {
  it('is read with numbers as texts, dashes and limits of detection', () => {
    expect(parsePublication([station()], cnemc, options).rows).toEqual([
      {
        stationCode: '1001A',
        stationName: '万寿西宫',
        city: '北京市',
        province: null,
        longitude: 116.3621,
        latitude: 39.8784,
        releasedAt: eight,
        amounts: { pm25: 57, pm10: 131, so2: 1.5, no2: null, co: 1, o3: null },
        aqi: 105,
        level: '3',
        primaryPollutant: 'PM10',
      },
    ]);
  });

  it('is read in the names of pm25.in', () => {
    const mapping = makeMapping({ ...noFields, kind: 'pm25in' });
    const one = {
      station_code: '1001A',
      position_name: '万寿西宫',
      area: '北京',
      time_point: '2026-04-15T08:00:00Z',
      aqi: 105,
      quality: '轻度污染',
      primary_pollutant: '颗粒物(PM10)',
      pm2_5: 57,
      pm10: 131,
      so2: 3,
      no2: 20,
      co: 1,
      o3: 60,
    };
    // The site writes a Z behind the clock of Beijing.
    expect(parsePublication([one], mapping, options).rows[0]).toMatchObject({
      releasedAt: eight,
      level: '3',
    });
  });
});

describe('a source that has changed', () => {
  it.each([
    ['renamed a pollutant', [{ ...station({ PM2_5: undefined }), PM25: '57' }], 'field', 'PM2_5'],
    ['dropped the code', [station({ StationCode: undefined })], 'field', 'StationCode'],
    ['dropped two fields', [station({ Area: undefined, O3: undefined })], 'field', 'Area, O3'],
    ['nests its values', [station({ PM10: { value: 3 } })], 'value', 'PM10'],
    ['writes times otherwise', [station({ TimePoint: 'Mittwoch' })], 'time', '"Mittwoch"'],
    ['has no codes any more', [station({ StationCode: '—' })], 'field', 'StationCode'],
    ['wraps its list', { data: [station()] }, 'rows', '$'],
    ['says something else', 'maintenance', 'rows', '$'],
  ])('because it %s stores nothing and says why', (_, document, reason, detail) => {
    expect(problemOf(() => parsePublication(document, cnemc, options))).toEqual({ reason, detail });
  });

  it('may leave a field out of single rows', () => {
    const { rows } = parsePublication(
      [station(), station({ StationCode: '1002A', O3: undefined })],
      cnemc,
      options,
    );
    expect(rows).toHaveLength(2);
  });
});

describe('the bytes of an answer', () => {
  const chinese = Buffer.from([0xcd, 0xf2, 0xca, 0xd9]);
  it.each([
    ['by the stated charset', chinese, 'application/json; charset=GBK', '万寿'],
    ['as GB 18030 where UTF-8 fails', chinese, 'application/json', '万寿'],
    ['as UTF-8', Buffer.from('万寿'), undefined, '万寿'],
    ['not in an unknown charset', chinese, 'text/json; charset=klingon', undefined],
    ['not against the stated charset', chinese, 'text/json; charset=utf-8', undefined],
  ])('are read %s', (_, bytes, contentType, text) => {
    expect(decodeBody(bytes, contentType)).toBe(text);
  });
});

describe('OpenAQ', () => {
  const location = {
    id: 7,
    name: 'Bund',
    locality: 'Shanghai',
    coordinates: { latitude: 31.2, longitude: 121.5 },
    sensors: [
      { id: 71, parameter: { name: 'o3', units: 'ppm' } },
      { id: 72, parameter: { name: 'temperature', units: 'c' } },
    ],
  };
  const hour = (value: unknown, utc: string) => ({ value, period: { datetimeTo: { utc } } });

  it('has sensors by location, whose hours are known by their ends', () => {
    const [sensor, ...others] = parseLocations({ results: [location] }, 'OPENAQ-');
    if (!sensor) throw new Error('no sensor');
    expect(others).toEqual([]);
    const parsed = parseSensorHours(
      { results: [hour(0.01, '2026-04-15T00:00:00Z'), hour(0.02, '2026-04-15T00:30:00Z')] },
      sensor,
      now,
    );
    expect(parsed.rows).toMatchObject([
      {
        stationCode: 'OPENAQ-7',
        city: 'Shanghai',
        longitude: 121.5,
        releasedAt: eight,
        amounts: { o3: 19.62 },
      },
    ]);
    expect([...parsed.skips]).toEqual([['notFullHour', 1]]);
  });

  it.each([
    ['its results', {}, 'rows', 'results'],
    ['the sensors of a location', { results: [{ id: 1 }] }, 'field', 'results.sensors'],
  ])('that lost %s stores nothing', (_, document, reason, detail) => {
    expect(problemOf(() => parseLocations(document, ''))).toEqual({ reason, detail });
  });
});
