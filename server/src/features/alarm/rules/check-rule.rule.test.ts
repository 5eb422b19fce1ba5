import { AppError, type ErrorKey } from '@limpid/contract/errors';
import { describe, expect, it } from 'vitest';
import { type CheckedRule, checkRule, keepUsedFields, type RuleFacts } from './check-rule.rule.ts';

/** Every field is filled in, as after changing the type in a form. */
const full: CheckedRule = {
  alarmType: 'limit',
  target: 'entity',
  siteId: 1,
  entityId: 2,
  entityGroup: 'North',
  deviceTypeId: 3,
  channelId: 4,
  indexCode: null,
  basis: 'minute',
  compare: 'gt',
  threshold: 75,
  siteLimit: false,
  rateMinutes: 10,
  qualityKind: 'flat',
  windowHours: 6,
  referenceKind: 'difference',
  deadBand: 5,
  forSeconds: 300,
  clearSeconds: 0,
  interval: 30,
  intervalUnit: 'min',
};

const facts: RuleFacts = {
  channel: {
    channelId: 4,
    channelCode: 'PM2.5',
    gbCode: 'a34004',
    channelName: 'PM2.5',
    channelNameEn: null,
    channelNameFr: null,
    dataType: 'number',
    slot: 1,
    unit: 'µg/m³',
    decimals: 0,
    minValue: 0,
    maxValue: 1000,
  },
  channelName: 'PM2.5',
  targetName: 'Works',
  types: [{ channelIds: [4, 5] }],
  limitChannelName: 'PM2.5',
  siteLimits: [],
  isPublished: true,
};

const targetFields = ['siteId', 'entityId', 'entityGroup', 'deviceTypeId'] as const;

function listKept(given: Partial<CheckedRule>): string[] {
  const kept: Record<string, unknown> = { ...keepUsedFields({ ...full, ...given }) };
  const always = ['alarmType', 'target', 'basis', 'forSeconds', 'clearSeconds', 'interval', 'intervalUnit'];
  return Object.keys(kept).filter(
    (name) => kept[name] !== null && kept[name] !== false && ![...always, ...targetFields].includes(name),
  );
}

function findProblem(
  given: Partial<CheckedRule>,
  more: Partial<RuleFacts> = {},
): [ErrorKey, string?] | undefined {
  try {
    const rule = keepUsedFields({ ...full, ...given });
    checkRule(rule, { ...facts, ...(rule.channelId === null && { channel: undefined }), ...more });
    return undefined;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return [error.key, error.field];
  }
}

describe('the fields that a rule keeps', () => {
  it.each<[string, Partial<CheckedRule>, string[]]>([
    ['limit', {}, ['channelId', 'compare', 'threshold', 'deadBand']],
    ['limit of the site', { siteLimit: true }, ['channelId', 'compare', 'siteLimit', 'deadBand']],
    ['rate', { alarmType: 'rate' }, ['channelId', 'compare', 'threshold', 'rateMinutes', 'deadBand']],
    ['offline', { alarmType: 'offline' }, []],
    ['flat line', { alarmType: 'quality' }, ['channelId', 'qualityKind', 'windowHours']],
    [
      'invalid values',
      { alarmType: 'quality', qualityKind: 'invalid' },
      ['threshold', 'qualityKind', 'windowHours', 'deadBand'],
    ],
    ['power by a channel', { alarmType: 'power' }, ['channelId', 'compare', 'threshold', 'deadBand']],
    ['power by reports', { alarmType: 'power', channelId: null }, ['threshold']],
    ['reference', { alarmType: 'reference' }, ['channelId', 'threshold', 'referenceKind', 'deadBand']],
  ])('are those of its type: %s', (_, given, names) => {
    expect(listKept(given).toSorted()).toEqual(names.toSorted());
  });

  it.each([
    ['site', 'siteId'],
    ['entity', 'entityId'],
    ['group', 'entityGroup'],
    ['deviceType', 'deviceTypeId'],
  ] as const)('name one target: %s', (target, name) => {
    const kept = keepUsedFields({ ...full, target });
    expect(targetFields.filter((field) => kept[field] !== null)).toEqual([name]);
  });

  it.each([
    ['quality', 'hour'],
    ['reference', 'hour'],
    ['offline', 'minute'],
    ['limit', 'realtime'],
  ] as const)('have the values that a %s rule is judged by', (alarmType, basis) => {
    expect(keepUsedFields({ ...full, alarmType, basis: 'realtime' }).basis).toBe(basis);
  });
});

describe('a rule', () => {
  it.each<[string, Partial<CheckedRule>]>([
    ['on a channel', {}],
    ['on an index', { channelId: null, indexCode: 'us', basis: 'hour', threshold: 150 }],
    ['on an index beyond its scale', { channelId: null, indexCode: 'us', basis: 'hour', threshold: 500 }],
    ['on a low supply voltage', { alarmType: 'power', channelId: null, threshold: 180 }],
    ['on each site’s own limit', { siteLimit: true, threshold: null }],
    ['on a falling rate', { alarmType: 'rate', compare: 'lt', threshold: -50 }],
    ['on silence', { alarmType: 'offline' }],
    ['on a flat line of any channel', { alarmType: 'quality', channelId: null }],
    ['on invalid values', { alarmType: 'quality', qualityKind: 'invalid', threshold: 20 }],
    ['on reports about the power supply', { alarmType: 'power', channelId: null, threshold: null }],
    [
      'on a multiple of the reference',
      { alarmType: 'reference', referenceKind: 'factor', threshold: 2, deadBand: 1 },
    ],
    ['with a message every 30 days', { interval: 720, intervalUnit: 'h' }],
    ['at the bounds of the range', { compare: 'ge', threshold: 1000, deadBand: 999 }],
    ['without messages between start and end', { interval: 0 }],
  ])('%s is accepted', (_, given) => {
    expect(findProblem(given)).toBeUndefined();
  });

  it.each<[ErrorKey, string, Partial<CheckedRule>]>([
    ['field.choice', 'alarmType', { alarmType: 'system' }],
    ['field.required', 'entityId', { entityId: null }],
    ['field.required', 'siteId', { target: 'site', siteId: null }],
    ['field.required', 'entityGroup', { target: 'group', entityGroup: '' }],
    ['field.required', 'deviceTypeId', { target: 'deviceType', deviceTypeId: null }],
    ['field.required', 'compare', { compare: null }],
    ['field.required', 'threshold', { threshold: null }],
    ['field.required', 'channelId', { alarmType: 'rate', channelId: null }],
    ['field.required', 'rateMinutes', { alarmType: 'rate', rateMinutes: null }],
    ['field.required', 'qualityKind', { alarmType: 'quality', qualityKind: null }],
    ['field.required', 'windowHours', { alarmType: 'quality', windowHours: null }],
    ['field.required', 'threshold', { alarmType: 'quality', qualityKind: 'invalid', threshold: null }],
    ['field.required', 'threshold', { alarmType: 'power', threshold: null }],
    ['field.required', 'referenceKind', { alarmType: 'reference', referenceKind: null }],
    ['alarm_rule.channel_or_index', 'channelId', { channelId: null }],
    ['alarm_rule.channel_or_index', 'channelId', { indexCode: 'us', basis: 'hour' }],
    ['alarm_rule.index_hour', 'basis', { channelId: null, indexCode: 'us' }],
    [
      'alarm_rule.index_limit',
      'siteLimit',
      { channelId: null, indexCode: 'us', basis: 'hour', siteLimit: true },
    ],
    ['alarm_rule.not_measured', 'channelId', { channelId: 6 }],
    ['alarm_rule.site_limit', 'siteLimit', { channelId: 5, siteLimit: true }],
    ['alarm_rule.threshold_range', 'threshold', { threshold: -1 }],
    ['alarm_rule.threshold_range', 'threshold', { threshold: 1001 }],
    ['alarm_rule.threshold_range', 'threshold', { alarmType: 'rate', threshold: 1001 }],
    ['field.max_value', 'threshold', { alarmType: 'quality', qualityKind: 'invalid', threshold: 101 }],
    ['field.min_value', 'threshold', { channelId: null, indexCode: 'us', basis: 'hour', threshold: -1 }],
    ...(
      [
        ['china', -1, 501],
        ['us', -1, 501],
        ['europe', 0, 7],
        ['atmo', 0, 1e9],
      ] as const
    ).flatMap(([indexCode, low, high]): [ErrorKey, string, Partial<CheckedRule>][] => {
      const onIndex = { channelId: null, indexCode, basis: 'hour', deadBand: 0 } as const;
      return [
        ['field.min_value', 'threshold', { ...onIndex, threshold: low }],
        ['field.max_value', 'threshold', { ...onIndex, threshold: high }],
      ];
    }),
    [
      'alarm_rule.never_met',
      'threshold',
      { channelId: null, indexCode: 'china', basis: 'hour', threshold: 500, deadBand: 0 },
    ],
    ['field.min_value', 'threshold', { alarmType: 'power', channelId: null, threshold: -5 }],
    ['field.max_value', 'threshold', { alarmType: 'power', channelId: null, threshold: 1001 }],
    ['alarm_rule.never_met', 'threshold', { alarmType: 'power', channelId: null, threshold: 0 }],
    [
      'field.max_value',
      'threshold',
      { alarmType: 'reference', referenceKind: 'factor', threshold: 1e9, deadBand: 0 },
    ],
    ['alarm_rule.threshold_range', 'threshold', { alarmType: 'reference', threshold: 1001 }],
    ['alarm_rule.never_met', 'threshold', { threshold: 1000 }],
    ['alarm_rule.never_met', 'threshold', { compare: 'lt', threshold: 0 }],
    [
      'alarm_rule.never_met',
      'threshold',
      { alarmType: 'quality', qualityKind: 'invalid', threshold: 100, deadBand: 0 },
    ],
    ['alarm_rule.always_met', 'threshold', { compare: 'ge', threshold: 0 }],
    ['alarm_rule.always_met', 'threshold', { compare: 'le', threshold: 1000 }],
    [
      'alarm_rule.always_met',
      'threshold',
      { alarmType: 'reference', referenceKind: 'factor', threshold: 0, deadBand: 0 },
    ],
    ['alarm_rule.rate_rising', 'threshold', { alarmType: 'rate', threshold: -5 }],
    ['alarm_rule.rate_falling', 'threshold', { alarmType: 'rate', compare: 'le', threshold: 0 }],
    ['alarm_rule.dead_band', 'deadBand', { deadBand: 75 }],
    ['alarm_rule.dead_band', 'deadBand', { compare: 'le', deadBand: 925 }],
    [
      'alarm_rule.dead_band',
      'deadBand',
      { alarmType: 'reference', referenceKind: 'factor', threshold: 2, deadBand: 2 },
    ],
    ['alarm_rule.dead_band_equal', 'deadBand', { compare: 'eq' }],
    ['alarm_rule.dead_band_equal', 'deadBand', { compare: 'ne' }],
    ['alarm_rule.interval', 'interval', { interval: 721, intervalUnit: 'h' }],
  ])('is refused with %s for %s', (key, field, given) => {
    expect(findProblem(given)).toEqual([key, field]);
  });

  it('is refused with one bound where the channel has only one', () => {
    const channel = { ...facts.channel, minValue: 0, maxValue: null } as RuleFacts['channel'];
    expect(findProblem({ threshold: -1 }, { channel })).toEqual(['alarm_rule.threshold_below', 'threshold']);
    const other = { ...facts.channel, minValue: null, maxValue: 10 } as RuleFacts['channel'];
    expect(findProblem({ threshold: 11 }, { channel: other })).toEqual([
      'alarm_rule.threshold_above',
      'threshold',
    ]);
  });

  it('has a dead band below the lowest of the own limits of its sites', () => {
    const own = { siteLimit: true, threshold: null, deadBand: 60 };
    expect(findProblem(own, { siteLimits: [150, 75] })).toBeUndefined();
    expect(findProblem(own, { siteLimits: [150, 50] })).toEqual(['alarm_rule.dead_band', 'deadBand']);
  });

  it('on the rate of change of a direction is refused', () => {
    const channel = { ...facts.channel, dataType: 'direction' } as RuleFacts['channel'];
    const problem = ['alarm_rule.rate_direction', 'channelId'];
    expect(findProblem({ alarmType: 'rate' }, { channel })).toEqual(problem);
  });

  it('on a reference is refused for a channel that reference stations do not publish', () => {
    const problem = ['alarm_rule.not_published', 'channelId'];
    expect(findProblem({ alarmType: 'reference' }, { isPublished: false })).toEqual(problem);
    expect(findProblem({}, { isPublished: false })).toBeUndefined();
  });

  it('may be for a target without sites', () => {
    expect(findProblem({ channelId: 6 }, { types: [] })).toBeUndefined();
  });

  it('is refused if its channel is unknown', () => {
    expect(findProblem({}, { channel: undefined })).toEqual(['alarm_rule.channel_gone', 'channelId']);
  });
});
