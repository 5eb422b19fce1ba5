import { compareMethods, ruleTargets, ruleTypes } from '@limpid/contract/alarm/alarm-rule';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { measureProcessorTime } from '../../../testing/processor-time.ts';
import { type CandidateRule, explainRules, resolveRules } from './applicable.rule.ts';
import type { RuleSite } from './rule.ts';

type NamedRule = CandidateRule & { name: string };

const site: RuleSite = {
  siteId: 1,
  entityId: 10,
  entityGroup: 'North',
  deviceTypeId: 100,
  reportInterval: 60,
  departments: [7, 5, 1],
};

function makeRule(name: string, given: Partial<CandidateRule>): NamedRule {
  const ids = { siteId: null, entityId: null, entityGroup: null, deviceTypeId: null };
  const condition = {
    alarmType: 'limit',
    channelId: 3,
    indexCode: null,
    compare: 'gt',
    qualityKind: null,
  } as const;
  return { name, target: 'site', ...ids, deptId: 1, ...condition, status: '0', problem: null, ...given };
}

const bySite = { target: 'site', siteId: 1 } as const;
const byEntity = { target: 'entity', entityId: 10 } as const;
const byGroup = { target: 'group', entityGroup: 'North' } as const;
const byType = { target: 'deviceType', deviceTypeId: 100 } as const;
const four = [bySite, byEntity, byGroup, byType];

function namesOf(rules: readonly NamedRule[]): string[] {
  return (resolveRules(rules, [site]).get(1) ?? []).map(({ rule }) => rule.name).toSorted();
}

describe('the rules of a site', () => {
  it.each(four.map((target, index) => [target.target, index] as const))(
    'come from its %s unless a more specific target has one',
    (_, index) => {
      const rules = four.slice(index).map((target) => makeRule(target.target, target));
      expect(namesOf(rules)).toEqual([four[index]?.target]);
    },
  );

  it.each<[string, Partial<CandidateRule>]>([
    ['another site', { target: 'site', siteId: 2 }],
    ['another entity', { target: 'entity', entityId: 11 }],
    ['another group', { target: 'group', entityGroup: 'South' }],
    ['another device type', { target: 'deviceType', deviceTypeId: 101 }],
    ['a department beside its own', { ...byType, deptId: 8 }],
    ['nobody while disabled', { ...bySite, status: '1' }],
    ['nobody while its channel is missing', { ...bySite, problem: 'channel', channelId: null }],
  ])('leave out a rule for %s', (_, given) => {
    expect(namesOf([makeRule('left out', given)])).toEqual([]);
  });

  it.each<[string, Partial<CandidateRule>]>([
    ['another type', { alarmType: 'rate' }],
    ['another channel', { channelId: 4 }],
    ['an index', { channelId: null, indexCode: 'us' }],
    ['the other direction', { compare: 'lt' }],
    ['equality', { compare: 'eq' }],
    ['inequality', { compare: 'ne' }],
    ['another quality problem', { alarmType: 'quality', compare: null, qualityKind: 'flat' }],
  ])('keep a less specific rule about %s', (_, given) => {
    expect(namesOf([makeRule('site', bySite), makeRule('type', { ...byType, ...given })])).toEqual([
      'site',
      'type',
    ]);
  });

  it('replace "greater than" by "at least": both watch the same direction', () => {
    expect(namesOf([makeRule('site', { ...bySite, compare: 'ge' }), makeRule('type', byType)])).toEqual([
      'site',
    ]);
  });

  it('keep all rules of the most specific target, as for two severities', () => {
    const rules = [makeRule('minor', byEntity), makeRule('major', byEntity), makeRule('type', byType)];
    expect(namesOf(rules)).toEqual(['major', 'minor']);
  });

  it('fall back to a less specific rule while the specific one is disabled', () => {
    expect(namesOf([makeRule('site', { ...bySite, status: '1' }), makeRule('type', byType)])).toEqual([
      'type',
    ]);
  });

  it('leave a site without a group out of every group', () => {
    const rules = [makeRule('group', { target: 'group', entityGroup: null })];
    expect(resolveRules(rules, [{ ...site, entityGroup: null }]).size).toBe(0);
  });
});

describe('the explanation of a site’s rules', () => {
  it('names the reason, and the rule that replaces another', () => {
    const rules = [
      makeRule('type', byType),
      makeRule('off', { ...bySite, status: '1' }),
      makeRule('gone', { ...bySite, problem: 'channel', channelId: null }),
      makeRule('site', bySite),
      makeRule('elsewhere', { target: 'site', siteId: 2 }),
    ];
    expect(explainRules(rules, site).map(({ rule, why, by }) => [rule.name, why, by?.name])).toEqual([
      ['type', 'replaced', 'site'],
      ['off', 'disabled', undefined],
      ['gone', 'problem', undefined],
      ['site', null, undefined],
    ]);
  });
});

const anyRule = fc
  .record({
    target: fc.constantFrom(...ruleTargets),
    siteId: fc.integer({ min: 1, max: 4 }),
    entityId: fc.integer({ min: 10, max: 12 }),
    entityGroup: fc.constantFrom('North', 'South'),
    deviceTypeId: fc.integer({ min: 100, max: 102 }),
    deptId: fc.integer({ min: 1, max: 4 }),
    alarmType: fc.constantFrom(...ruleTypes),
    channelId: fc.option(fc.integer({ min: 1, max: 2 })),
    indexCode: fc.constant(null),
    compare: fc.option(fc.constantFrom(...compareMethods)),
    qualityKind: fc.constant(null),
    status: fc.constantFrom('0', '0', '0', '1'),
    problem: fc.constantFrom(null, null, null, 'channel'),
  })
  .map((rule): CandidateRule => rule as CandidateRule);
const anySite = fc.record({
  siteId: fc.integer({ min: 1, max: 4 }),
  entityId: fc.integer({ min: 10, max: 12 }),
  entityGroup: fc.option(fc.constantFrom('North', 'South')),
  deviceTypeId: fc.integer({ min: 100, max: 102 }),
  reportInterval: fc.constant(60),
  departments: fc.subarray([1, 2, 3, 4], { minLength: 1 }),
});

describe('resolving rules', () => {
  it('agrees with the explanation of each site, whatever the other sites are', () => {
    fc.assert(
      fc.property(
        fc.array(anyRule, { maxLength: 30 }),
        fc.uniqueArray(anySite, { selector: ({ siteId }) => siteId, maxLength: 4 }),
        (rules, sites) => {
          const resolved = resolveRules(rules, sites);
          for (const one of sites) {
            const explained = explainRules(rules, one).filter(({ why }) => why === null);
            const applied = new Set((resolved.get(one.siteId) ?? []).map(({ rule }) => rule));
            expect(applied).toEqual(new Set(explained.map(({ rule }) => rule)));
          }
        },
      ),
    );
  });

  it('always names a rule that applies and is more specific as the one that replaces another', () => {
    fc.assert(
      fc.property(fc.array(anyRule, { maxLength: 30 }), anySite, (rules, one) => {
        const explained = explainRules(rules, one);
        for (const { rule, why, by } of explained) {
          if (why !== 'replaced') continue;
          expect(explained.find((other) => other.rule === by)?.why).toBeNull();
          expect(ruleTargets.indexOf(by?.target ?? rule.target)).toBeLessThan(
            ruleTargets.indexOf(rule.target),
          );
        }
      }),
    );
  });

  it('takes 10,000 sites with 20 rules each, one of them their own, in less than 100 ms', () => {
    const sites = Array.from({ length: 10_000 }, (_, siteId) => ({
      ...site,
      siteId,
      entityId: siteId % 500,
      deviceTypeId: 100 + (siteId % 10),
    }));
    const rules = [
      ...Array.from({ length: 190 }, (_, index) =>
        makeRule('type', { ...byType, deviceTypeId: 100 + (index % 10), channelId: index }),
      ),
      ...sites.map(({ siteId }) => makeRule('own', { ...bySite, siteId, channelId: 1000 })),
    ];
    expect(resolveRules(rules, sites).get(17)).toHaveLength(20);
    const spent = [1, 2, 3, 4, 5].map(() => measureProcessorTime(() => resolveRules(rules, sites)));
    expect(Math.min(...spent)).toBeLessThan(100);
  });
});
