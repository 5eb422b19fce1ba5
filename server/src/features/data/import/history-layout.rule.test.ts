import { describe, expect, it } from 'vitest';
import type { StoredChannel } from '../../reading/reading.api.ts';
import { guessLayout } from './history-layout.rule.ts';
import { planColumns } from './history-mapping.rule.ts';

const channel = (
  slot: number,
  code: string,
  gbCode: string,
  unit: string,
  more: Partial<StoredChannel> = {},
) => ({
  channelId: slot,
  slot,
  code,
  gbCode,
  unit,
  dataType: 'number',
  minValue: null,
  maxValue: null,
  decimals: 0,
  aliases: [],
  channelName: code,
  channelNameEn: null,
  channelNameFr: null,
  ...more,
});
const channels: StoredChannel[] = [
  channel(1, 'PM2.5', 'a34004', 'µg/m³', {
    aliases: ['PM25'],
    channelName: '细颗粒物',
    channelNameFr: 'PM2,5',
  }),
  channel(2, 'PM10', 'a34002', 'µg/m³', { aliases: ['107'] }),
  channel(3, 'O3', 'a05024', 'µg/m³', { channelName: '臭氧', channelNameEn: 'Ozone' }),
  channel(4, 'CO', 'a21005', 'mg/m³', { channelNameFr: 'Monoxyde de carbone' }),
  channel(5, 'NO', 'a21003', 'µg/m³'),
  channel(6, 'NO2', 'a21004', 'µg/m³'),
  channel(7, 'NOx', 'a21002', 'µg/m³', { channelNameFr: 'Oxydes d’azote' }),
  channel(8, 'TEM', 'a01001', '°C', { aliases: ['TEMP'], channelName: '气温', channelNameFr: 'Température' }),
];

/** Lines of a file as rows of cells. */
const rows = (...lines: string[]) =>
  lines.map((line, index) => ({ line: index + 1, cells: line.split(';') }));
const guess = (...lines: string[]) => guessLayout(rows(...lines), channels);
const uses = (...lines: string[]) => guess(...lines).columns.map(({ use, channel: own }) => own?.code ?? use);
const plan = (...lines: string[]) => planColumns(guess(...lines), {}, channels);

describe('the layout of a file', () => {
  it('is found despite text around the name of a channel', () => {
    const head =
      'time;PM2.5 (µg/m³);o3_1h;温度（℃）;A34004-Avg;OZONE [ppb];PM10浓度;pm2_5_ug_m3;CO mg/m3;o3_8h;pm2_5_24h';
    expect(uses(head, '2026-01-01 00:00')).toEqual([
      'moment',
      ...'PM2.5 O3 TEM PM2.5 O3 PM10 PM2.5 CO ignore ignore'.split(' '),
    ]);
  });

  it.each([
    ['监测时间;O3', { moment: 0 }],
    ['O3;Date;Time', { date: 1, clock: 2 }],
    ['date;O3', { date: 0, clock: undefined }],
    ['No;year;month;day;hour;O3', { year: 1, month: 2, day: 3, clock: 4 }],
    ['Date et heure;O3', { moment: 0 }],
  ])('has its times in %s', (head, time) => {
    expect(plan(head).time).toEqual(time);
  });

  it('may have titles above the headings and units below them', () => {
    const lines = [
      'Report of May',
      'made by;lin',
      '站点;MN号;时间;臭氧;CO',
      ';;;ppb;mg/m3',
      'A;B;2026-05-01 00:00;1;2',
    ];
    expect(guess(...lines).headingRows).toBe(4);
    const { sites, values } = plan(...lines);
    expect(sites).toEqual([1, 0]);
    expect(values.map(({ unit, unitFrom }) => [unit, unitFrom])).toEqual([
      ['ppb', 'file'],
      ['mg/m³', 'file'],
    ]);
  });

  it.each([
    ['by its spelling', 'No;time;O3', ['7;2026-01-01 00:00;1', '3;2026-01-01 01:00;1'], 'ignore'],
    ['with a point', 'No.;time;O3', ['7;2026-01-01 00:00;1'], 'ignore'],
    [
      'because it counts',
      'NO;time;O3',
      ['1;2026-01-01 00:00;1', '2;2026-01-01 01:00;1', '3;2026-01-01 02:00;1'],
      'ignore',
    ],
    [
      'unless it is the gas',
      'NO;time;O3',
      ['7;2026-01-01 00:00;1', '3;2026-01-01 01:00;1', '9;2026-01-01 02:00;1'],
      'NO',
    ],
    ['unless others are spelled so', 'No;time;No2', ['7;2026-01-01 00:00;1', '3;2026-01-01 01:00;1'], 'NO'],
    ['unless all is small', 'no;time;no2', ['7;2026-01-01 00:00;1', '3;2026-01-01 01:00;1'], 'NO'],
  ])('distinguishes row numbers from nitric oxide: %s', (_, head, data, use) => {
    expect(uses(head, ...data)[0]).toBe(use);
  });

  it('may be wide: one column per station, with several rows of headings', () => {
    const lines = [
      ';A1:CO;PA01H:CO',
      ';Autoroute A1 - Saint-Denis;PARIS 1er Les Halles',
      ';A1;PA01H',
      ';Monoxyde de carbone;Monoxyde de carbone',
      ';CO;CO',
      ';mg/m3;mg/m3',
      '2024-01-01 01:00:00Z;;0.175',
      '2024-01-01 02:00:00Z;;0.168',
    ];
    const { columns, headingRows } = guess(...lines);
    expect(headingRows).toBe(6);
    expect(columns.map(({ use }) => use)).toEqual(['moment', 'value', 'value']);
    expect(columns[1]).toMatchObject({ unitText: 'mg/m3', stations: ['A1', 'Autoroute A1 - Saint-Denis'] });
    expect(columns[2]?.channel?.code).toBe('CO');
  });

  it('may be long: one row per station, parameter and hour', () => {
    const lines = [
      'date;hour;station;parameter;value;unit',
      '20240101;0;1001A;PM2.5;35;ug/m3',
      '20240101;0;1001A;AQI;50;',
    ];
    expect(guess(...lines).columns.map(({ use }) => use)).toEqual([
      'date',
      'clock',
      'site',
      'parameter',
      'value',
      'unit',
    ]);
  });

  it('may be both: one row per parameter, one column per station', () => {
    const { columns } = guess('date;hour;type;1001A;1002A', '20240101;0;AQI;50;', '20240101;0;PM2.5;35;');
    expect(columns.map(({ use }) => use)).toEqual(['date', 'clock', 'parameter', 'value', 'value']);
    expect(columns[3]?.stations).toEqual(['1001A']);
  });

  it.each([
    ['Minhang:PM2.5', 'Minhang'],
    ['Maxéville:PM10', 'Maxéville'],
    ['PA01H:CO', 'PA01H'],
    ['PA01H_CO', 'PA01H'],
    ['North_gate_PM2.5 (mg/m³)', 'North_gate'],
  ])('recognises a column of a station by any name: %s', (heading, station) => {
    const [, column, other] = guess(`time;${heading};A1:CO`, '2026-01-01 00:00;1;2').columns;
    expect([column, other]).toMatchObject([
      { use: 'value', stations: [station] },
      { use: 'value', stations: ['A1'] },
    ]);
  });

  it.each(['O3:8h', 'O3 - daily max', 'max_O3', 'O3 / 24 hour mean', 'IAQI_O3', 'flag_CO'])(
    'leaves out other quantities of a channel: %s',
    (heading) => {
      expect(uses(`time;${heading}`, '2026-01-01 00:00;1')[1]).toBe('ignore');
    },
  );

  it('reads no station from a prefix before _ beside columns named by their channel alone', () => {
    expect(uses('time;CO;roof_CO', '2026-01-01 00:00;1;2')).toEqual(['moment', 'CO', 'ignore']);
  });

  it.each([
    ['datetime_utc;O3', 'UTC'],
    ['utc;O3', 'UTC'],
    ['time (UTC);O3', 'UTC'],
    ['O3;date_utc;hour', 'UTC'],
    ['date;time GMT;O3', 'UTC'],
    ['时间（UTC+8）;O3', 'Etc/GMT-8'],
    ['time (UTC-03:00);O3', 'Etc/GMT+3'],
    ['time (UTC+5:30);O3', '+05:30'],
    ['time (UTC+5.5);O3', '+05:30'],
    ['time (UTC+5h30);O3', '+05:30'],
    ['time (UTC + 5 : 30);O3', '+05:30'],
    ['time (UTC-3.75);O3', '-03:45'],
    ['time UTC+05:45;O3', '+05:45'],
    ['日期时间（GMT−3:30）;O3', '-03:30'],
    ['datetime_utc-0930;O3', '-09:30'],
    ['time (UTC+5:75);O3', undefined],
    ['time (UTC-13);O3', undefined],
    ['time (UTC+15);O3', undefined],
    ['time (UTC+5:300);O3', undefined],
    ['time;O3', undefined],
  ])('has times in the zone of their heading: %s', (head, zone) => {
    const found = plan(head, '2026-01-01 00:00;2026-01-01 00:00;1');
    expect([found.zone, found.time]).toEqual([zone, expect.anything()]);
    // The mapping of a preview can be sent back.
    expect(planColumns(guess(head), zone === undefined ? {} : { zone }, channels).zone).toBe(zone);
    expect(planColumns(guess(head), { zone: 'Asia/Tokyo' }, channels).zone).toBe('Asia/Tokyo');
  });

  it.each(['+5:30', '+05:75', '-13:00', 'UTC+5:30', 'Mars'])('refuses the zone %s of a mapping', (zone) => {
    expect(() => planColumns(guess('time;O3'), { zone }, channels)).toThrow('entity.zone');
  });

  it('detects whether days or months come first', () => {
    expect(guess('date;O3', '01/02/2013;1', '01/13/2013;1').dateOrder).toBe('mdy');
    expect(guess('date;O3', '01/02/2013;1', '13/02/2013;1').dateOrder).toBe('dmy');
    expect(guess('date;O3', '01/02/2013;1').dateOrder).toBeUndefined();
  });
});

describe('the unit of a column', () => {
  const data = ['2026-01-01 00:00;1;2', '2026-01-01 01:00;1;2'];
  const unitsOf = (...lines: string[]) =>
    plan(...lines, ...data).values.map(({ unit, problem }) => problem?.key ?? unit);
  const unknown = 'history_import.unit_unknown';

  it.each([
    ['in round brackets', [';(mg/m³);（mg/m³）']],
    ['in square brackets', [';[mg/m3];【mg/m3】']],
    ['behind a label', [';单位：mg/m³;Unit: mg/m3']],
    ['in French', [';Unité : mg/m3;Unités: mg/m³']],
    ['below a row of names', [';Fine particles;Coarse particles', ';mg/m³;mg/m³']],
    ['in a row that its first cell labels', ['单位：;mg/m³;mg/m³']],
  ])('is read below its heading: %s', (_, below) => {
    expect(unitsOf('time;PM2.5;PM10', ...below)).toEqual(['mg/m³', 'mg/m³']);
    expect(guess('time;PM2.5;PM10', ...below, ...data).headingRows).toBe(1 + below.length);
  });

  it.each([
    ['all columns have it', [';furlong;furlong'], [unknown, unknown]],
    ['another column has a known one', [';furlong;mg/m³'], [unknown, 'mg/m³']],
    ['it is written as one', [';grain/ft3;(stone)'], [unknown, unknown]],
  ])('is refused below its heading if it is unknown: %s', (_, below, found) => {
    expect(unitsOf('time;PM2.5;PM10', ...below)).toEqual(found);
  });

  it('is refused above columns of stations if it is unknown', () => {
    const head = [';A1:CO;PA01H:CO', ';Rue A;Rue B', ';Monoxyde de carbone;Monoxyde de carbone', ';CO;CO'];
    expect(unitsOf(...head, ';furlong;furlong')).toEqual([unknown, unknown]);
    expect(unitsOf(...head, ';moyenne;moyenne')).toEqual(['mg/m³', 'mg/m³']);
  });

  it('comes from the title if the column has none', () => {
    const title = '2026年空气质量数据（单位：mg/m³）';
    expect(unitsOf(title, 'time;PM2.5;PM10 (µg/m³)')).toEqual(['mg/m³', 'µg/m³']);
    expect(unitsOf('Units: mg/m3', 'time;PM2.5;TEM')).toEqual(['mg/m³', '°C']);
    expect(unitsOf('单位：furlong', 'time;PM2.5;PM10')).toEqual([unknown, unknown]);
  });

  it('is not read from a row of values, whatever is wrong with its time', () => {
    const rows = ['time;PM2.5;PM10', 'some day;1;2', ...data];
    expect(guess(...rows).headingRows).toBe(1);
    expect(guess('time;PM2.5;PM10', '2026-01-01 00:00;high;low', ...data).headingRows).toBe(1);
    expect(guess('time;PM2.5;PM10', ';NA;—', ...data).headingRows).toBe(1);
  });
});

describe('a mapping', () => {
  const lines = ['time;PM2.5(furlong);Ozone [ppb];x', '2026-01-01 00:00;1;2;3'] as const;
  const problems = (mapping: Parameters<typeof planColumns>[1]) =>
    planColumns(guess(...lines), mapping, channels).columns.map(({ problem }) => problem?.key);

  it('is required if a unit is unknown or impossible for the channel', () => {
    expect(problems({})).toEqual([undefined, 'history_import.unit_unknown', undefined, undefined]);
    const asked = (unit: string) => ({
      columns: [{ heading: 'x', use: 'value', channel: 'PM10', unit } as const],
    });
    expect(problems(asked('mg/m3'))).toEqual([undefined, undefined, undefined, undefined]);
    expect(problems(asked('ppb'))[3]).toBe('history_import.unit_mismatch');
  });

  it('ignores columns that it does not name, and keeps the detected times and sites', () => {
    const { columns, time } = planColumns(
      guess(...lines),
      { columns: [{ column: 4, use: 'value', channel: 'CO', unit: 'µg/m³' }] },
      channels,
    );
    expect(columns.map(({ use }) => use)).toEqual(['moment', 'ignore', 'ignore', 'value']);
    expect([time, columns[3]?.convert?.(1200)]).toEqual([{ moment: 0 }, 1.2]);
  });

  it('is refused if it names an unknown column, channel or zone', () => {
    expect(() => problems({ columns: [{ heading: 'y', use: 'ignore' }] })).toThrow('column_unknown');
    expect(() => problems({ columns: [{ column: 4, use: 'value', channel: 'XX' }] })).toThrow(
      'channel_unknown',
    );
    expect(() => problems({ zone: 'Mars/Base' })).toThrow('entity.zone');
  });
});
