import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  fillAtSending,
  fillCommand,
  findInfoProblem,
  isTemplate,
  listPlaceholders,
  type TemplateParam,
} from './template.rule.ts';

const param = (paramCode: string, given: Partial<TemplateParam> = {}): TemplateParam => ({
  paramCode,
  paramType: 'number',
  minValue: null,
  maxValue: null,
  choices: [],
  defaultValue: null,
  ...given,
});
const options = { findChannel: (code: string) => (code.startsWith('a34') ? 7 : undefined) };
const params = [
  param('PolId', { paramType: 'channel' }),
  param('Slope', { minValue: 0.5, maxValue: 2 }),
  param('Interval', { paramType: 'integer', minValue: 30, maxValue: 3600 }),
  param('Minutes', { paramType: 'choice', choices: ['1', '5', '10'], defaultValue: '10' }),
  param('Time', { paramType: 'time', defaultValue: 'now' }),
  param('Start', { paramType: 'timeOfDay' }),
  param('Report', { paramType: 'hourMinute' }),
  param('NewPW', { paramType: 'password' }),
  param('Text', { paramType: 'text', maxValue: 20 }),
];

describe('the template of a command', () => {
  test('is filled with checked values', () => {
    const template = 'PolId={PolId};InfoId=i13008;i13008-Info={Slope}';
    expect(fillCommand(template, params, { PolId: 'a34004', Slope: ' 1.08 ' }, options)).toEqual({
      cp: 'PolId={channel:7};InfoId=i13008;i13008-Info=1.08',
      problems: [],
    });
  });

  test.each([
    ['Interval', '30', '30'],
    ['Interval', '29', 'range'],
    ['Interval', '30.5', 'integer'],
    ['Interval', '1e3', 'number'],
    ['Interval', '', 'missing'],
    ['Slope', '2.1', 'range'],
    ['Slope', 'abc', 'number'],
    ['Minutes', '5', '5'],
    ['Minutes', '', '10'],
    ['Minutes', '7', 'choice'],
    ['Time', '', '{now}'],
    ['Time', '2026-02-28 23:59:59', '20260228235959'],
    ['Time', '2026-02-30 00:00:00', 'time'],
    ['Start', '06:30:00', '063000'],
    ['Start', '25:00:00', 'time'],
    ['Start', '06:30', 'time'],
    ['Report', '01:05', '0105'],
    ['Report', '01:05:00', 'time'],
    ['Report', '24:00', 'time'],
    ['PolId', 'a21026', 'channel'],
    ['NewPW', '65432', 'password'],
    ['NewPW', '654321', '654321'],
    ['Text', '清洗管路', '清洗管路'],
    ['Text', 'x'.repeat(21), 'range'],
    ['Text', '1;CN=1072', 'characters'],
    ['Text', '1&&', 'characters'],
    ['Text', 'a\r\nb', 'characters'],
    ['Text', 'a=b', 'characters'],
  ])('writes or refuses %s "%s": %s', (code, given, expected) => {
    const { cp, problems } = fillCommand(`x={${code}}`, params, { [code]: given }, options);
    expect(problems[0]?.problem ?? cp.slice(2)).toBe(expected);
  });

  test('never lets a value leave its field', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.constantFrom(...params), (given, { paramCode }) => {
        const { cp, problems } = fillCommand(`a={${paramCode}};b=1`, params, { [paramCode]: given }, options);
        return problems.length > 0 || /^a=[^;,=&#\p{Cc}]+;b=1$/u.test(cp);
      }),
    );
  });

  test('takes a value under a name in another case', () => {
    const period = param('Ctime', { paramType: 'integer' });
    expect(fillCommand('Ctime={Ctime}', [period], { CTime: '2' }, options)).toEqual({
      cp: 'Ctime=2',
      problems: [],
    });
  });

  test('gets the time and the codes of the device when it is sent', () => {
    const cp = 'PolId={channel:7};SystemTime={now};{channel:12}-UpValue=1';
    const facts = { now: '20261118183000', codeOf: (channelId: number) => `x${channelId}` };
    expect(fillAtSending(cp, facts)).toBe('PolId=x7;SystemTime=20261118183000;x12-UpValue=1');
  });

  test('names each parameter once, and is a list of fields', () => {
    expect(listPlaceholders('a={x};b={y},c={x}')).toEqual(['x', 'y']);
    expect(['', 'a={x}', 'a={x};b=1,c=i13008'].every(isTemplate)).toBe(true);
    expect(['{x}', 'a={x};', 'a=1&&', 'a=1\r\n', 'a={x', 'a b=1'].some(isTemplate)).toBe(false);
  });
});

describe('station information that a template leaves open', () => {
  const slope = 'PolId={PolId};InfoId=i13008;i13008-Info={Slope}';
  const wider = 'InfoId=i13008;i13008-Info={Wide}';
  const known = [
    ...params,
    param('Wide', { minValue: 0, maxValue: 100 }),
    param('Name', { paramType: 'text' }),
  ];
  const rangeOf = (paramCode: string) => ({ paramCode, problem: 'range' });
  test.each([
    ['{Name}={Text}', [slope], 'i13008-Info=50', rangeOf('Slope')],
    ['{Name}={Text}', [slope], 'I13008-info=50', rangeOf('Slope')],
    ['{Name}={Text}', [slope], 'i13008-Info=1.5', undefined],
    ['{Name}={Text}', [slope], 'i13007-Info=50', undefined],
    ['{Name}-Info={Wide}', [slope], 'i13008-Info=50', rangeOf('Slope')],
    ['i13008-Info={Text}', [slope], 'i13008-Info=50', rangeOf('Slope')],
    // The first one decides, and one that leaves the value open decides nothing.
    ['{Name}={Text}', [wider, slope], 'i13008-Info=50', undefined],
    ['{Name}={Text}', ['i13008-Info={Text}', slope], 'i13008-Info=50', rangeOf('Slope')],
    // What the template says itself is not judged by others.
    ['i13008-Info={Wide}', [slope], 'i13008-Info=50', undefined],
    ['i13008-Info=50', [slope], 'i13008-Info=50', undefined],
  ])('%s beside %j, filled as %s', (template, others, cp, problem) => {
    expect(findInfoProblem(cp, template, others, known)).toEqual(problem);
  });
});
