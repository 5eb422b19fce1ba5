import { expect, test } from 'vitest';
import { readFactors } from './factors.ts';
import { readFields } from './fields.ts';

/** Leaves out absent suffixes. */
function factorsOf(cp: string): unknown {
  return JSON.parse(JSON.stringify(readFactors(cp)));
}

test('assigns values and flags to their factor', () => {
  expect(
    factorsOf('DataTime=20261115083000;a34004-Min=50,a34004-Avg=55.5,a34004-Max=61,a34004-Flag=N;LA-Rtd=-1'),
  ).toEqual([
    { code: 'a34004', Min: 50, Avg: 55.5, Max: 61, Flag: 'N' },
    { code: 'LA', Rtd: -1 },
  ]);
});

test.each([
  ['Rtd', 1.5],
  ['Min', 1.5],
  ['Avg', 1.5],
  ['Max', 1.5],
  ['Cou', 1.5],
  ['ZsRtd', 1.5],
  ['ZsMin', 1.5],
  ['ZsAvg', 1.5],
  ['ZsMax', 1.5],
  ['Data', 1.5],
  ['DayData', 1.5],
  ['NightData', 1.5],
  ['RS', 1.5],
  ['RT', 1.5],
  ['Flag', '1.5'],
  ['EFlag', '1.5'],
  ['SampleTime', '1.5'],
  ['Info', '1.5'],
  ['SN', '1.5'],
])('knows the suffix %s', (suffix, value) => {
  expect(factorsOf(`x-${suffix}=1.5`)).toEqual([{ code: 'x', [suffix]: value }]);
});

test.each(['NaN', 'Infinity', '1e309', '', '--', '0x1F', 'N/A'])(
  'reads %j as null, never as zero',
  (value) => {
    expect(factorsOf(`a34004-Rtd=${value},a34004-Flag=D`)).toEqual([
      { code: 'a34004', Rtd: null, Flag: 'D' },
    ]);
  },
);

test('reads a name without a known suffix as the vendor’s own code', () => {
  expect(factorsOf('WD=225;PM25=56;100000-Ia=401.4;LA-td=50.1;LA-Rtd-Rtd=71;温度=3')).toEqual([
    { code: 'WD', value: 225 },
    { code: 'PM25', value: 56 },
    { code: '100000-Ia', value: 401.4 },
    { code: 'LA-td', value: 50.1 },
    { code: 'LA-Rtd', Rtd: 71 },
    { code: '温度', value: 3 },
  ]);
});

test('reads names of the standard that measure nothing as no factors', () => {
  expect(factorsOf('QN=1;CN=2011;PolId=a34004;InfoId=i13008;i13008-Info=1.12;RtdInterval=30')).toEqual([
    { code: 'i13008', Info: '1.12' },
  ]);
});

test('finds the factor of an attribute at any position, despite blanks and empty items', () => {
  expect(factorsOf('; a-Rtd= 1 ;b-Rtd =2,;a-Flag=D ; b-Flag=N;')).toEqual([
    { code: 'a', Rtd: 1, Flag: 'D' },
    { code: 'b', Rtd: 2, Flag: 'N' },
  ]);
  expect(factorsOf('a34001-Rtd=92;Flag=N')).toEqual([{ code: 'a34001', Rtd: 92, Flag: 'N' }]);
  expect(factorsOf('Flag=N')).toEqual([]);
});

test('distinguishes codes that end alike', () => {
  expect(factorsOf('a34004-Rtd=1;b34004-Rtd=2;x34004-Flag=D;a34004-Flag=N')).toEqual([
    { code: 'a34004', Rtd: 1, Flag: 'N' },
    { code: 'b34004', Rtd: 2 },
    { code: 'x34004', Flag: 'D' },
  ]);
});

test('keeps a repeated value separate', () => {
  expect(factorsOf('A1-Rtd=1,A1-Flag=N;A1-Rtd=2,A1-Flag=D;B-Rtd=3;A1-Avg=4')).toEqual([
    { code: 'A1', Rtd: 1, Flag: 'N' },
    { code: 'A1', Rtd: 2, Flag: 'D', Avg: 4 },
    { code: 'B', Rtd: 3 },
  ]);
});

test('reads two hundred factors, each with its own flag, before or after all values', () => {
  const codes = Array.from({ length: 200 }, (_, at) => `a${10000 + at}`);
  const values = codes.map((code, at) => `${code}-Rtd=${at}`);
  const flags = codes.map((code, at) => `${code}-Flag=${at % 2 ? 'N' : 'D'}`);
  const expected = codes.map((code, at) => ({ code, Rtd: at, Flag: at % 2 ? 'N' : 'D' }));
  expect(factorsOf(values.map((value, at) => `${value},${flags[at]}`).join(';'))).toEqual(expected);
  expect(factorsOf([...values, ...flags].join(';'))).toEqual(expected);
});

test('returns fields in order, with repeated names and unchanged values', () => {
  expect(readFields('BeginTime=20040506111000,EndTime=20040506151000; InfoId=a;InfoId= b=c;x;')).toEqual([
    { name: 'BeginTime', value: '20040506111000' },
    { name: 'EndTime', value: '20040506151000' },
    { name: 'InfoId', value: 'a' },
    { name: 'InfoId', value: ' b=c' },
    { name: 'x', value: '' },
  ]);
});

test('reads log text between slashes, including separators', () => {
  expect(readFields('i11001-Info=//清洗管路; a=1, b//c//,PolId=w01018;x-Info=//open;y=/2')).toEqual([
    { name: 'i11001-Info', value: '//清洗管路; a=1, b//c//' },
    { name: 'PolId', value: 'w01018' },
    { name: 'x-Info', value: '//open' },
    { name: 'y', value: '/2' },
  ]);
});

test('finds no fields and no factors in an empty CP', () => {
  expect(readFields('')).toEqual([]);
  expect(readFactors(' ;, ')).toEqual([]);
});
