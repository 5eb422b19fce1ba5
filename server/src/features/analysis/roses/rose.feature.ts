import { exportRoses, readRoses, type SiteRoses } from '@limpid/contract/analysis/rose';
import { HOUR_MS, SECOND_MS } from '@limpid/contract/durations';
import type { Input } from '@limpid/contract/kit/endpoint';
import type { MapIndex } from '@limpid/contract/map/site-update';
import type { App } from '../../../platform/app.ts';
import type { Scope } from '../../../platform/auth/scope.rule.ts';
import { route } from '../../../platform/http/route.ts';
import { routeTableExport } from '../../../platform/work/table-export.ts';
import { checkSeriesRange, getZone, readIndexSeries } from '../../data/data.api.ts';
import { countSpanFlags } from '../../quality/quality.api.ts';
import { findWindChannels, type ReadingSource, type Series } from '../../reading/reading.api.ts';
import type { AirHourSource } from '../../rollup/rollup.api.ts';
import { listFlaggableSlots, listIndexBounds } from '../../rollup/rollup.api.ts';
import { findMeasured, scaleOfMeasured } from '../channel.ts';
import { makeSiteRoses } from './rose.rule.ts';
import { makeRoseSheet } from './rose-sheet.ts';

type RoseQuery = Input<typeof readRoses>['query'];

/** Where pollution comes from: concentrations, or the index, by wind direction and speed. */
export function addRoses(app: App, source: ReadingSource, air: AirHourSource): void {
  app.scopedPaths.add(readRoses.path);

  async function readSiteRoses(
    scope: Scope,
    { siteId, from, to, bounds, ...query }: RoseQuery,
  ): Promise<SiteRoses> {
    checkSeriesRange({ from, to, granularity: 'hour' });
    const measured = findMeasured(source, query);
    const zone = await getZone(app.db, scope, siteId);
    const { direction, speed } = findWindChannels(source.channels());
    const channel = typeof measured === 'string' ? undefined : measured;
    const slots = [channel, direction, speed].flatMap((one) => one?.slot ?? []);
    const found = (await source.means('hour', [siteId], [from, to], [...new Set(slots)])).get(siteId);
    const seriesOf = (one: { slot: number } | undefined) => (one ? found?.get(one.slot) : undefined);
    const indices =
      typeof measured === 'string' ? await readIndices(siteId, [from, to], measured) : undefined;
    const value = indices ?? seriesOf(channel);
    const series = { direction: seriesOf(direction), speed: seriesOf(speed), value };
    const { lacking, ...roses } = makeSiteRoses(series, {
      decimals: channel?.decimals ?? 0,
      scale: scaleOfMeasured(measured),
      bounds: bounds ?? (typeof measured === 'string' ? listIndexBounds(measured) : undefined),
      now: app.clock.now().getTime(),
    });
    const windSlots = [direction, speed].flatMap((one) => one?.slot ?? []);
    const span = [{ row: 0, siteId, from, to }];
    const countFlags = async (flagged: readonly number[]) =>
      (await countSpanFlags(app.pool, flagged, span)).get(0) ?? null;
    const flags = {
      wind: await countFlags(windSlots),
      pollution: await countFlags([...listFlaggableSlots(measured, air), ...windSlots]),
    };
    const codes = { direction: direction?.code ?? null, speed: speed?.code ?? null };
    return {
      zone,
      ...roses,
      lacking: lacking.map((quantity) => ({ quantity, channel: codes[quantity] })),
      flags,
    };
  }

  /** The hourly index in the form of a channel, whose hours without an index are not valid. */
  async function readIndices(
    siteId: number,
    bounds: readonly [number, number],
    index: MapIndex,
  ): Promise<Series> {
    const sources = { readings: source, airHours: air };
    const found = await readIndexSeries(sources, [{ siteId, zone: '' }], { period: 'hour', bounds, index });
    const points = found.get(siteId) ?? [];
    return {
      at: points.map(({ at }) => at),
      values: points.map(({ aqi }) => aqi ?? Number.NaN),
      covered: points.map(({ aqi }) => (aqi === null ? 0 : HOUR_MS / SECOND_MS)),
    };
  }

  route(app, readRoses, ({ scope, query }) => readSiteRoses(scope, query));
  routeTableExport(app, exportRoses, async ({ scope, body, language }) =>
    makeRoseSheet(await readSiteRoses(scope, body), findMeasured(source, body), language),
  );
}
