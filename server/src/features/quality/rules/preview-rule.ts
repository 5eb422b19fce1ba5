import { DAY_MS, HOUR_MS } from '@limpid/contract/durations';
import { fail } from '@limpid/contract/errors';
import { floorToHour } from '@limpid/contract/local-time';
import type { dataRule } from '@limpid/contract/quality/data-rule';
import { previewDataRule, previewRuleDays, type QualityPreview } from '@limpid/contract/quality/rule-run';
import type { WriteValues } from '../../../crud/definition.ts';
import type { App } from '../../../platform/app.ts';
import { type Connection, transact } from '../../../platform/db/transaction.ts';
import { route } from '../../../platform/http/route.ts';
import { eachStep, packetKind, type SiteDirectory } from '../../reading/model.api.ts';
import { readSamples } from '../../reading/storage.api.ts';
import { asksNeighbours, judgeMinutes, judgeStoredHour } from '../evaluation/judge-hours.rule.ts';
import { openNearestSites } from '../evaluation/neighbours.ts';
import type { QualityRule } from '../evaluation/quality-rule.ts';
import { readComparedHours } from '../evaluation/reference-hours.store.ts';
import { listLocatedSites } from '../evaluation/rule.store.ts';
import { type HourSpan, readSpan } from '../evaluation/span.ts';
import type { Hours, Minutes } from '../tests/finding.ts';
import { completeDataRule } from './data-rule.service.ts';
import { findSiteDepartment } from './data-rule.store.ts';

const listedHours = 20;
/** The first hours are judged with those before them. */
const leadMs = 2 * DAY_MS;

/** Tries a rule on stored hours of one site, with the code that flags them. */
export function addRulePreviews(app: App, directory: SiteDirectory): void {
  async function findSite(siteId: number) {
    // Another process may have added it.
    if (!directory.findBySite(siteId)) await directory.refresh();
    return directory.findBySite(siteId) ?? fail('scope.denied', {}, 'previewSiteId');
  }

  route(app, previewDataRule, async ({ body, caller, scope, language }): Promise<QualityPreview> => {
    const { previewSiteId: siteId, ...values } = body;
    // The body has the fields of a rule, which a schema made at run time does not tell the compiler.
    const given = values as WriteValues<typeof dataRule>;
    const reached = await findSiteDepartment(app.db, scope, siteId);
    if (reached === undefined) fail('scope.denied', {}, 'previewSiteId');
    const site = await findSite(siteId);
    const completed = await completeDataRule(app.db, { caller, scope, language }, given);
    const rule = toQualityRule({ ...given, ...completed }, directory);
    const to = floorToHour(app.clock.now().getTime(), site.zone);
    const from = to - previewRuleDays * DAY_MS;
    const span = { from: from - leadMs, hours: Math.round((to - from + leadMs) / HOUR_MS) };
    const found = await transact(app.pool, (client) => tryRule(client, rule, siteId, span, directory));
    const judged = found.filter(({ at }) => at >= from);
    const flagged = judged.filter(({ state }) => state === 'flagged');
    return {
      siteId,
      siteName: site.siteName,
      zone: site.zone,
      hours: judged.filter(({ value, state }) => value !== null || state === 'flagged').length,
      flagged: flagged.length,
      shared: judged.filter(({ state }) => state === 'shared').length,
      newest: flagged
        .slice(-listedHours)
        .toReversed()
        .map(({ at, value }) => ({ at, value })),
    };
  });
}

interface TriedHour {
  at: number;
  value: number | null;
  state: 'none' | 'shared' | 'flagged';
}

async function tryRule(
  client: Connection,
  rule: QualityRule,
  siteId: number,
  span: HourSpan,
  directory: SiteDirectory,
): Promise<TriedHour[]> {
  const around = asksNeighbours(rule)
    ? openNearestSites(await listLocatedSites(client)).of(siteId, rule.neighbourKm ?? 0)
    : [];
  const slots = [...new Set([rule.slot, rule.otherSlot ?? rule.slot])].toSorted((a, b) => a - b);
  const lines = await readSpan(client, [siteId, ...around], slots, span);
  const lineOf = (id: number, slot: number): Hours =>
    lines.get(id)?.get(slot) ?? new Float64Array(span.hours).fill(Number.NaN);
  const hours = lineOf(siteId, rule.slot);
  const reference = await readComparedHours(client, [rule], span, directory);
  const compared = reference.get(rule.ruleId);
  const neighbours = compared ? [compared] : around.map((id) => lineOf(id, rule.slot));
  const other = rule.otherSlot === null ? undefined : lineOf(siteId, rule.otherSlot);
  const interval = directory.findBySite(siteId)?.interval ?? 0;
  const minutes = rule.basis === 'minute' ? await readMinutes(client, rule, siteId, span) : undefined;
  return [...hours].map((value, place) => {
    const isEmpty = Number.isNaN(value);
    const at = span.from + place * HOUR_MS;
    const shown = { at, value: isEmpty ? null : value };
    if (isEmpty && rule.test !== 'missing') return { ...shown, state: 'none' };
    const verdict = minutes
      ? judgeMinutes(rule, minutes.get(place) ?? noMinutes, interval)
      : judgeStoredHour(rule, hours, place, { other, neighbours: () => neighbours });
    if (!verdict) return { ...shown, state: 'none' };
    return { ...shown, state: 'shared' in verdict && verdict.shared ? 'shared' : 'flagged' };
  });
}

/** The minutes of each hour, by its place. */
async function readMinutes(client: Connection, rule: QualityRule, siteId: number, span: HourSpan) {
  const minutes = new Map<number, { at: number[]; values: number[] }>();
  const bounds = [span.from, span.from + span.hours * HOUR_MS] as const;
  const kinds = [packetKind.realtime, packetKind.minute];
  await readSamples(client, [siteId], bounds, kinds, [rule.slot], (_, samples) => {
    eachStep(samples, rule.slot, { by: 'mean' }, 1, (at, value) => {
      const place = Math.floor((at - span.from) / HOUR_MS);
      const ofHour = minutes.get(place) ?? { at: [], values: [] };
      minutes.set(place, ofHour);
      ofHour.at.push(at);
      ofHour.values.push(value);
    });
  });
  return minutes;
}

const noMinutes: Minutes = { at: [], values: [] };

function toQualityRule(given: WriteValues<typeof dataRule>, directory: SiteDirectory): QualityRule {
  const slotOf = (channelId: number | null | undefined) =>
    directory.channels().find((channel) => channel.channelId === channelId)?.slot;
  const number = (value: number | null | undefined) => value ?? null;
  return {
    ruleId: 0,
    ruleName: given.ruleName ?? '',
    ruleNameEn: null,
    ruleNameFr: null,
    siteId: null,
    departments: new Set(),
    deviceTypeId: null,
    test: given.test ?? 'range',
    basis: given.basis ?? 'hour',
    slot: slotOf(given.channelId) ?? fail('data_rule.channel', {}, 'channelId'),
    otherSlot: slotOf(given.otherChannelId) ?? null,
    minValue: number(given.minValue),
    maxValue: number(given.maxValue),
    factor: number(given.factor),
    floor: number(given.floor),
    span: number(given.span),
    rarity: number(given.rarity),
    change: number(given.change),
    tolerance: number(given.tolerance),
    percent: number(given.percent),
    neighbourKm: number(given.neighbourKm),
    stationCode: given.stationCode ?? null,
    counts: given.counts ?? true,
  };
}
