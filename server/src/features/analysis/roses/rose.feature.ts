import { exportRoses, readRoses, type SiteRoses } from '@limpid/contract/analysis/rose';
import type { Input } from '@limpid/contract/kit/endpoint';
import type { App } from '../../../platform/app.ts';
import type { Scope } from '../../../platform/auth/scope.rule.ts';
import { route } from '../../../platform/http/route.ts';
import { routeTableExport } from '../../../platform/work/table-export.ts';
import { checkSeriesRange, getZone } from '../../data/data.api.ts';
import { findWindChannels, type ReadingSource } from '../../reading/reading.api.ts';
import { chooseScale } from '../averaging-scale.rule.ts';
import { findNumericChannel } from '../channel.ts';
import { makeSiteRoses } from './rose.rule.ts';
import { makeRoseSheet } from './rose-sheet.ts';

type RoseQuery = Input<typeof readRoses>['query'];

/** Where pollution comes from: concentrations by wind direction and speed. */
export function addRoses(app: App, source: ReadingSource): void {
  app.scopedPaths.add(readRoses.path);

  async function readSiteRoses(
    scope: Scope,
    { siteId, channel: code, from, to, bounds }: RoseQuery,
  ): Promise<SiteRoses> {
    checkSeriesRange({ from, to, granularity: 'hour' });
    const channel = findNumericChannel(source, code);
    const zone = await getZone(app.db, scope, siteId);
    const { direction, speed } = findWindChannels(source.channels());
    const slots = [channel, direction, speed].flatMap((one) => one?.slot ?? []);
    const found = (await source.means('hour', [siteId], [from, to], [...new Set(slots)])).get(siteId);
    const seriesOf = (one: { slot: number } | undefined) => (one ? found?.get(one.slot) : undefined);
    const series = { direction: seriesOf(direction), speed: seriesOf(speed), value: seriesOf(channel) };
    const { lacking, ...roses } = makeSiteRoses(series, {
      decimals: channel.decimals,
      scale: chooseScale(channel),
      bounds,
      now: app.clock.now().getTime(),
    });
    const codes = { direction: direction?.code ?? null, speed: speed?.code ?? null };
    return { zone, ...roses, lacking: lacking.map((quantity) => ({ quantity, channel: codes[quantity] })) };
  }

  route(app, readRoses, ({ scope, query }) => readSiteRoses(scope, query));
  routeTableExport(app, exportRoses, async ({ scope, body, language }) =>
    makeRoseSheet(await readSiteRoses(scope, body), findNumericChannel(source, body.channel), language),
  );
}
