import { DAY_MS, MINUTE_MS, SECOND_MS } from '@limpid/contract/durations';
import { fail } from '@limpid/contract/errors';
import {
  type LinkagePreview,
  linkagePreviewDays,
  previewLinkage,
} from '@limpid/contract/fogcannon/linkage-preview';
import type { linkageRule } from '@limpid/contract/fogcannon/linkage-rule';
import type { WriteValues } from '../../../crud/definition.ts';
import type { App } from '../../../platform/app.ts';
import { route } from '../../../platform/http/route.ts';
import type { SiteDirectory } from '../../reading/model.api.ts';
import { drawLine, type Points, type ReadingSource } from '../../reading/reading.api.ts';
import { isSiteInScope } from '../cannons/cannon.store.ts';
import { readMaxRunMs } from '../execution/max-run.ts';
import type { SiteWeather } from './decide.rule.ts';
import { completeLinkage } from './linkage.service.ts';
import type { Linkage } from './linkage.store.ts';
import { type SimulatedLinkage, simulateLinkage } from './simulate.rule.ts';
import { listLinkageValues, silenceMs, stepOf } from './values.rule.ts';
import { weatherCodes } from './weather-codes.ts';

const listedRuns = 500;
/** Steps of the drawn line in 30 days. */
const steps = 720;
/** Older weather says nothing about a moment. */
const weatherMs = 15 * MINUTE_MS;

interface Services {
  readings: ReadingSource;
  ingest: { directory: SiteDirectory };
}

/** Tries a rule on stored values, with the code that switches cannons. */
export function addLinkagePreview(app: App, { readings, ingest: { directory } }: Services): void {
  route(app, previewLinkage, async ({ body, caller, scope, language }): Promise<LinkagePreview> => {
    const { previewCannonId, ...values } = body;
    // The body has the fields of a rule, which a schema made at run time does not tell the compiler.
    const given = values as WriteValues<typeof linkageRule>;
    const { cannons } = await completeLinkage(app.db, { caller, scope, language }, given, directory);
    // A cannon may have been given a site that is out of reach of who tries a rule.
    for (const siteId of new Set(cannons.map(({ linkage }) => linkage.siteId)))
      if (!(await isSiteInScope(app.db, scope, siteId))) fail('scope.denied', {}, 'siteId');
    const maxMinutes = (await readMaxRunMs(app.parameters)) / MINUTE_MS;
    const shown =
      cannons.find(({ cannonId }) => cannonId === previewCannonId) ?? cannons[0] ?? fail('row.gone');
    const to = app.clock.now().getTime();
    const from = to - linkagePreviewDays * DAY_MS;
    const bounds = [from, to] as const;

    const simulated: { cannonId: number; result: SimulatedLinkage; water: number | null }[] = [];
    let drawn: Awaited<ReturnType<typeof readPast>> | undefined;
    // Cannons of one site share its values.
    for (const [siteId, ofSite] of Map.groupBy(cannons, ({ linkage }) => linkage.siteId)) {
      const past = await readPast(ofSite[0]?.linkage ?? shown.linkage, bounds);
      if (siteId === shown.linkage.siteId) drawn = past;
      for (const { cannonId, linkage, flowRate } of ofSite) {
        const result = simulateLinkage({
          settings: { ...linkage, maxRunMinutes: Math.min(linkage.maxRunMinutes, maxMinutes) },
          jogSeconds: linkage.jogSeconds,
          until: to,
          ...past,
        });
        const water = flowRate === null ? null : (flowRate * countSeconds(result, to)) / 60;
        simulated.push({ cannonId, result, water });
      }
    }
    const own = simulated.find(({ cannonId }) => cannonId === shown.cannonId);
    const { runs, holds } = own?.result ?? { runs: [], holds: new Map() };
    const known = simulated.flatMap(({ water }) => water ?? []);
    const past = drawn ?? (await readPast(shown.linkage, bounds));
    return {
      cannonId: shown.cannonId,
      cannonName: shown.cannonName,
      siteId: shown.linkage.siteId,
      siteName: directory.findBySite(shown.linkage.siteId)?.siteName ?? '',
      zone: past.zone,
      from,
      to,
      values: past.values.filter(({ value }) => value !== null).length,
      invalid: past.values.filter(({ value }) => value === null).length,
      line: drawLine(
        past.values.flatMap(({ at, value }) => (value === null ? [] : [{ at, value }])),
        (linkagePreviewDays * DAY_MS) / steps,
        silenceMs(past.stepMs, shown.linkage.consecutive),
      ),
      runs: runs.slice(-listedRuns),
      count: runs.length,
      seconds: own ? countSeconds(own.result, to) : 0,
      water: own?.water ?? null,
      holds: [...holds].map(([reason, count]) => ({ reason, count })),
      total: {
        cannons: simulated.length,
        count: simulated.reduce((sum, { result }) => sum + result.runs.length, 0),
        seconds: simulated.reduce((sum, { result }) => sum + countSeconds(result, to), 0),
        water: known.length > 0 ? known.reduce((sum, water) => sum + water, 0) : null,
      },
    };
  });

  /** The values and the weather of the site of a rule. */
  async function readPast(linkage: Linkage, bounds: readonly [number, number]) {
    const { siteId, slot, basis } = linkage;
    const site = directory.findBySite(siteId);
    const stepMs = stepOf(basis, site?.interval ?? 0);
    const lines =
      basis === 'realtime'
        ? await readings.samples([siteId], bounds, [slot], 'all')
        : await readings.minutes(1, [siteId], bounds, [slot]);
    const line = lines.get(siteId)?.get(slot) ?? { at: [], values: [] };
    return {
      stepMs,
      zone: site?.zone ?? 'UTC',
      values: listLinkageValues(line, { basis, stepMs }),
      weatherAt: await readWeather(linkage, bounds),
    };
  }

  async function readWeather(
    { siteId, maxWind, minTemperature, maxRain, rainCode }: Linkage,
    bounds: readonly [number, number],
  ): Promise<(at: number) => SiteWeather> {
    const channels = directory.findBySite(siteId)?.channels;
    const rain = readings.channels().find(({ code }) => code === rainCode);
    const slots = {
      wind: maxWind === null ? undefined : channels?.get(weatherCodes.wind)?.slot,
      temperature: minTemperature === null ? undefined : channels?.get(weatherCodes.temperature)?.slot,
      rain: maxRain === null ? undefined : rain?.slot,
    };
    const wanted = Object.values(slots)
      .flatMap((slot) => slot ?? [])
      .toSorted((a, b) => a - b);
    const lines =
      wanted.length === 0 ? undefined : (await readings.minutes(5, [siteId], bounds, wanted)).get(siteId);
    const find = (slot: number | undefined) => makeLookup(slot === undefined ? undefined : lines?.get(slot));
    const [wind, temperature, rainfall] = [find(slots.wind), find(slots.temperature), find(slots.rain)];
    return (at) => ({ wind: wind(at), temperature: temperature(at), rain: rainfall(at) });
  }
}

/** The last value before a moment, if it is new enough; moments only grow. */
function makeLookup(line: Points | undefined): (at: number) => number | null {
  let index = -1;
  return (at) => {
    if (!line) return null;
    while (index + 1 < line.at.length && (line.at[index + 1] ?? 0) <= at) index++;
    const since = line.at[index];
    return since !== undefined && at - since <= weatherMs ? (line.values[index] ?? null) : null;
  };
}

function countSeconds({ runs }: SimulatedLinkage, until: number): number {
  return Math.round(runs.reduce((sum, { from, to }) => sum + ((to ?? until) - from), 0) / SECOND_MS);
}
